namespace RgPolicy.Dbms.Tests.PostgreSql;

[CollectionDefinition(PostgresServer.Collection)]
public sealed class PostgresServerCollection : ICollectionFixture<PostgresServer>;
