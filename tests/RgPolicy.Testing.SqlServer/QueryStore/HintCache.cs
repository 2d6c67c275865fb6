using System.Text.RegularExpressions;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer.QueryStore;

/// <summary>The hints of all databases, with the rules of the procedures that set and clear them.</summary>
internal sealed partial class HintCache
{
    /// <summary>The group of the primary replica.</summary>
    public const long Primary = 1;

    private readonly Dictionary<(string Database, long Query, long Group), HintRow> _hints = [];
    private readonly Dictionary<string, (string State, int Reason)> _states = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The hints of a database.</summary>
    public IEnumerable<(long Query, long Group, HintRow Hint)> Of(string database) =>
        _hints
            .Where(each => each.Key.Database.Equals(database, StringComparison.OrdinalIgnoreCase))
            .Select(each => (each.Key.Query, each.Key.Group, each.Value));

    /// <summary>READ_WRITE, READ_ONLY or OFF.</summary>
    public string StateOf(DatabaseRow database) =>
        _states.TryGetValue(database.Name, out var changed) ? changed.State : database.QueryStore;

    /// <summary>Why it is read-only although it is to be written, as the server's number; 0 where it is
    /// not so.</summary>
    public int ReasonOf(DatabaseRow database) =>
        StateOf(database) == "READ_ONLY" && _states.TryGetValue(database.Name, out var changed) ? changed.Reason : 0;

    /// <summary>Changes a database's state.</summary>
    /// <param name="database">The database.</param>
    /// <param name="state">READ_WRITE, READ_ONLY or OFF.</param>
    /// <param name="reason">Why it is read-only.</param>
    public void Set(string database, string state, int reason) => _states[database] = (state, reason);

    /// <summary>Sets one.</summary>
    /// <exception cref="SqlFailure">It is refused.</exception>
    public void Set(DatabaseRow database, QueryRow? query, long group, string hint, double now)
    {
        Check(database, query);
        if (!hint.StartsWith("OPTION", StringComparison.OrdinalIgnoreCase))
            throw new SqlFailure(12458, "The query hints are not in the form OPTION (...).");
        _hints[(database.Name, query?.Number ?? 0, group)] = new HintRow(hint, query?.HintFailure ?? 0, now);
    }

    /// <summary>Clears one.</summary>
    /// <exception cref="SqlFailure">It is refused.</exception>
    public void Clear(DatabaseRow database, QueryRow? query, long group)
    {
        Check(database, query);
        _hints.Remove((database.Name, query?.Number ?? 0, group));
    }

    /// <summary>The workers of an execution that began at a time: no more than its hint lets it have.</summary>
    public int WorkersOf(QueryRow query, double began) =>
        _hints.TryGetValue((query.Database, query.Number, Primary), out var hint)
        && hint.SetAt < began
        && Maxdop().Match(hint.Text) is { Success: true } most
            ? Math.Min(query.Dop, int.Parse(most.Groups["most"].Value, CultureInfo.InvariantCulture))
            : query.Dop;

    /// <summary>The memory grant of an execution that began at a time, KB.</summary>
    /// <param name="query">The statement.</param>
    /// <param name="began">When the execution began, seconds after the start.</param>
    /// <param name="largest">The largest grant that its workload group lets it have, KB: a hint counts
    /// from that.</param>
    public int GrantOf(QueryRow query, double began, double largest) =>
        _hints.TryGetValue((query.Database, query.Number, Primary), out var hint)
        && hint.SetAt < began
        && MaxGrant().Match(hint.Text) is { Success: true } most
            ? (int)
                Math.Min(
                    query.GrantKb,
                    largest * double.Parse(most.Groups["most"].Value, CultureInfo.InvariantCulture) / 100
                )
            : query.GrantKb;

    [GeneratedRegex(
        @"\bMAX_GRANT_PERCENT\s*=\s*(?<most>[\d.]+)",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex MaxGrant();

    [GeneratedRegex(
        @"\bMAXDOP (?<most>\d+)",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Maxdop();

    private void Check(DatabaseRow database, QueryRow? query)
    {
        if (StateOf(database) != "READ_WRITE")
            throw new SqlFailure(
                12446,
                $"Query Store is in a read-only state or disabled in database '{database.Name}'."
            );
        if (query is null)
            throw new SqlFailure(12453, "The query is not found in the Query Store.");
    }
}
