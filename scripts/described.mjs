/** A rule for Redocly: every member of a schema says what it is, itself or by the schema that it refers to. */
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
