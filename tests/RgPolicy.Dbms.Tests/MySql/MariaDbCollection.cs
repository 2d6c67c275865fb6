namespace RgPolicy.Dbms.Tests.MySql;

[CollectionDefinition(ObservedMariaDb.Collection)]
public sealed class MariaDbCollection : ICollectionFixture<ObservedMariaDb>;
