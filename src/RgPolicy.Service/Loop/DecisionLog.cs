using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Service.Loop;

/// <summary>Writes what was decided to the log, at most so much in a second that the log stays readable.</summary>
internal sealed class DecisionLog
{
    private const int MostPerSecond = 20;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private readonly DecisionText _text;
    private readonly bool _advises;
    private long _second;
    private int _written;
    private int _suppressed;

    public DecisionLog(LoopParts parts)
    {
        _logger = parts.Logger;
        _time = parts.Time;
        _advises = parts.Options.Level == GovernorLevel.Advise;
        _text = new DecisionText(parts.Observer.Server.Kind, parts.Options.ShowText, withReason: _advises);
        IsSilent = parts.Options.Level == GovernorLevel.Observe;
        _second = _time.GetTimestamp();
    }

    private bool IsSilent { get; }

    public void Write(GovernorTurn turn, Governor governor)
    {
        foreach (var each in turn.Events)
        {
            if (IsSilent || string.Equals(each.Kind, "class", StringComparison.Ordinal))
                _logger.DecidedSmall(each.Kind, each.QueryId, each.Message);
            else if (MayWrite())
                WriteOne(each, _text.Of(each, governor));
        }
    }

    private void WriteOne(GovernorEvent each, string message)
    {
        if (_advises)
            _logger.Advised(each.Kind, each.QueryId, message);
        else
            _logger.Decided(each.Kind, each.QueryId, message);
    }

    private bool MayWrite()
    {
        if (_time.GetElapsedTime(_second) >= Second)
        {
            if (_suppressed > 0)
                _logger.Suppressed(_suppressed);

            _second = _time.GetTimestamp();
            _written = 0;
            _suppressed = 0;
        }

        if (_written < MostPerSecond)
        {
            _written++;
            return true;
        }

        _suppressed++;
        return false;
    }
}

/// <summary>A decision in one line: what, for whose query, of which class and why.</summary>
/// <param name="dbms">The kind of the server.</param>
/// <param name="display">What is shown of texts.</param>
/// <param name="withReason">Also why the query has its class, which costs an explanation.</param>
internal sealed class DecisionText(string dbms, TextDisplay display, bool withReason)
{
    public string Of(GovernorEvent decided, Governor governor)
    {
        if (
            decided.ProcessId is not { } processId
            || governor.Find(processId) is not { } query
            || query.Query.Id != decided.QueryId
        )
            return decided.Message;

        var text = StatementExcerpt.Of(query.Query, display, dbms) is { } shown ? "; " + shown : "";
        return $"{decided.Message}; {Class(query, governor)}; {Who(query.Query)}{text}";
    }

    private string Class(GovernedQuery query, Governor governor)
    {
        var item = governor.Program.Policy.Classes[query.Decision.ClassIndex];
        var reason =
            withReason && governor.Explain(query.Query.ProcessId) is { } explanation ? Reason(explanation) : "";
        return Invariant($"class {item.Name} (line {item.Range.StartLine}){reason}");
    }

    private static string Reason(Explanation explanation)
    {
        var deciding = explanation
            .Tried[^1]
            .Atoms.Where(atom => atom is { Decides: true, Result: Truth.True })
            .ToList();
        return deciding.Count == 0
            ? ""
            : " because " + string.Join(" and ", deciding.Select(atom => $"{atom.Text} ({atom.ValueText})"));
    }

    private static string Who(ObservedQuery query) =>
        Invariant($"process {query.ProcessId}, login {query.Session.Login}, database {query.Session.Database}");
}
