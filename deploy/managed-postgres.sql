-- Run once as the provider's administrator, connected to Florin's database. The role below is that of
-- <SERVICE>_PROVISION_DATABASE_URL: it creates the schemas and roles of the services, without superuser rights.
create role florin_provision login createrole password 'change-me';
grant create on database florin to florin_provision;
