-- Run once by the administrator that the provider gives out, connected to the database of Florin. The role below is the one of
-- <SERVICE>_PROVISION_DATABASE_URL: it makes the schemas and roles of the services, and needs no superuser.
create role florin_provision login createrole password 'change-me';
grant create on database florin to florin_provision;
