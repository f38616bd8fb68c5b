/** Only the built bundle of the API reference is served, and it holds all that it needs. */
function readPackage(manifest) {
  if (manifest.name === '@scalar/api-reference') manifest.dependencies = {};
  return manifest;
}

module.exports = { hooks: { readPackage } };
