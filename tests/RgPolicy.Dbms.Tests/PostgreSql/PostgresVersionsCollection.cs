namespace RgPolicy.Dbms.Tests.PostgreSql;

[CollectionDefinition(PostgresVersionsFixture.Collection)]
public sealed class PostgresVersionsCollection : ICollectionFixture<PostgresVersionsFixture>;
