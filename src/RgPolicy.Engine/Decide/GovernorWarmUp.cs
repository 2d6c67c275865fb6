using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Decides about queries that do not exist, by a governor that is thrown away: code that runs for the
/// first time takes tens of milliseconds, which the first query that counts would wait for.
/// </summary>
public static class GovernorWarmUp
{
    private static readonly SessionFacts Session = new("application", "login", "host", "database", false);
    private static readonly StatementFacts Statement = new(StatementKind.Select, "0x01", null, false);

    /// <summary>Decides.</summary>
    /// <param name="program">The program that will be in force.</param>
    public static void Run(PolicyProgram program) => Run(new Governor(program, new GovernorOptions()));

    /// <summary>Decides with this governor, which has seen nothing yet and governs nothing afterwards.</summary>
    internal static void Run(Governor governor)
    {
        var began = DateTimeOffset.UnixEpoch.AddDays(1);
        governor.Decide(
            new Observation(began, [.. Enum.GetValues<PlanShape>().Select((_, at) => Pending(at + 1, began))])
        );
        var seen = new Observation(
            began.AddSeconds(1),
            [.. Enum.GetValues<PlanShape>().Select((shape, at) => Known(Pending(at + 1, began), shape))]
        );
        foreach (var move in governor.Decide(seen).Moves)
            governor.Report(move, done: true, vanished: false, "");
        governor.Decide(seen with { Time = began.AddSeconds(2) });
        governor.Decide(new Observation(began.AddSeconds(3), []));
    }

    private static ObservedQuery Pending(int processId, DateTimeOffset started) =>
        new()
        {
            ProcessId = processId,
            Started = started,
            Session = Session,
            Statement = Statement,
        };

    private static ObservedQuery Known(ObservedQuery query, PlanShape shape) =>
        query with
        {
            Statement = Statement with { Text = "SELECT 1" },
            Plan = PlanFacts.Known(new PlanProfile { Shape = shape }, "warm-up"),
            History = new HistoryFacts(10, TimeSpan.FromSeconds(1), null, null, null),
        };
}
