using System.Globalization;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Loop;

/// <summary>A decision in one line: what, for whose query, of which class and why.</summary>
/// <param name="dbms">The kind of the server.</param>
/// <param name="display">What is shown of texts.</param>
/// <param name="withReason">Also why the query has its class, which costs an explanation.</param>
internal sealed class DecisionText(string dbms, TextDisplay display, bool withReason)
{
    /// <summary>The line.</summary>
    public string Of(GovernorEvent decided, Governor governor)
    {
        if (
            decided.ProcessId is not { } processId
            || governor.Find(processId) is not { } query
            || query.Query.Id != decided.QueryId
        )
        {
            return decided.Message;
        }

        var text = StatementExcerpt.Of(query.Query, display, dbms) is { } shown ? "; " + shown : "";
        return $"{decided.Message}; {Class(query, governor)}; {Who(query.Query)}{text}";
    }

    private string Class(GovernedQuery query, Governor governor)
    {
        var item = governor.Program.Policy.Classes[query.Decision.ClassIndex];
        var reason =
            withReason && governor.Explain(query.Query.ProcessId) is { } explanation ? Reason(explanation) : "";
        return string.Create(CultureInfo.InvariantCulture, $"class {item.Name} (line {item.Range.StartLine}){reason}");
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
        string.Create(
            CultureInfo.InvariantCulture,
            $"process {query.ProcessId}, login {query.Session.Login}, database {query.Session.Database}"
        );
}
