namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>Runs a case until it is disposed.</summary>
internal interface IDriverSession : IAsyncDisposable
{
    /// <summary>What the driver or the server said against it; null while nothing did.</summary>
    string? Problem { get; }
}
