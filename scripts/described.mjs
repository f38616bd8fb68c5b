/** A Redocly rule: every member of a schema needs a description, its own or the referenced one. */
const described = () => ({
  SchemaProperties(properties, { report, location, resolve }) {
    for (const [name, schema] of Object.entries(properties)) {
      const said = schema.description ?? resolve(schema).node?.description;
      if (!said) report({ message: `${name} is not described.`, location: location.child([name]) });
    }
  },
});

// biome-ignore lint/style/noDefaultExport: this is how Redocly takes a plugin.
export default () => ({ id: 'florin', rules: { oas3: { described } } });
