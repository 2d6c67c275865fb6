namespace RgPolicy.Dbms.Configure;

/// <summary>A server of which all that a plan depends on can be kept.</summary>
public interface IFactsKeeper
{
    /// <summary>The facts as a document.</summary>
    /// <param name="now">When.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ConfigureException">The server cannot be read.</exception>
    Task<string> KeepFactsAsync(DateTimeOffset now, CancellationToken cancellationToken);
}
