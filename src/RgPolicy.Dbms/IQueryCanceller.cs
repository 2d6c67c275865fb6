using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms;

/// <summary>A DBMS that can end one query without ending its session.</summary>
public interface IQueryCanceller
{
    /// <summary>Asks the server to cancel a query; whatever else its backend runs by then is left alone.</summary>
    /// <param name="query">The query as last seen.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <returns>Null when the server was asked, else why it was not.</returns>
    Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken);
}
