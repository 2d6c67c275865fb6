using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Writes what a governor does and what it shows.</summary>
internal static class GovernorText
{
    /// <summary>What a turn asks for; nothing where nothing is asked for.</summary>
    public static IEnumerable<string> Turn(GovernorTurn turn)
    {
        var moves = turn.Moves.Select(move =>
            Text($" {move.ProcessId}>{move.PoolNumber}{(move.MayWaitForReads ? "r" : "")}")
        );
        return turn
            .Events.Select(item => $"    {item.Kind} {item.ProcessId} {item.QueryId}: {item.Message}")
            .Concat(turn.Cancels.Select(cancel => $"    cancel {cancel.Query.Id}: {cancel.Rule}"))
            .Prepend(turn.Moves.IsEmpty ? "" : "    moves" + string.Concat(moves))
            .Prepend(turn.WantsBlocking ? "    asks who blocks" : "")
            .Where(line => line.Length > 0);
    }

    /// <summary>Everything that can be seen between turns.</summary>
    public static IEnumerable<string> State(Governor governor)
    {
        var throttled = new List<int>();
        governor.ListThrottled(throttled);
        return governor
            .Queries.Select(query =>
                Text(
                    $"    {query.Query.Id} class {query.Decision.ClassIndex}{(query.Decision.IsProvisional ? " provisional" : "")} pool {query.PoolNumber}: {query.Note}"
                )
            )
            .Concat(
                governor.Program.ThrottlingPools.Select(pool =>
                    Text(
                        $"    pool {pool.Number} {pool.Pool.Name} {pool.CpuShare:0.###} {pool.ServiceClass} {pool.PartOf}{string.Concat(pool.Masks.Select(mask => $" {mask.Mask:x}"))}{string.Concat(pool.Settings.Select(setting => $"; {setting.Effective}: {setting.Reason}"))}"
                    )
                )
            )
            .Concat(
                governor.Quarantined.Select(entry =>
                    Text(
                        $"    quarantine {entry.Fingerprint} {entry.Pool} {entry.Rule} {entry.Offender} {Seconds(entry.Since)} to {Seconds(entry.Until)}"
                    )
                )
            )
            .Concat(governor.Shrunk.Select(entry => $"    shrunk {entry.Fingerprint} {Seconds(entry.Until)}"))
            .Append(
                Text(
                    $"    throttled {string.Join(' ', throttled.Order())}, old enough {Seconds(governor.OldEnoughAt)}, relax {governor.MayRelax}, own {governor.HasOwnDomains}, states {string.Join(' ', governor.ActiveStates)}"
                )
            )
            .Append(
                "    " + string.Join(' ', governor.ClassCounts.Select(count => Text($"{count.Class} {count.Queries}")))
            )
            .Append("    " + governor.Counters)
            .Concat(CoRun(governor.Review()));
    }

    /// <summary>Why a query has what it has.</summary>
    public static IEnumerable<string> Why(Explanation? why) =>
        why is null
            ? ["    nothing runs"]
            :
            [
                Text($"    {why.Class}, line {why.Line}, {(why.IsProvisional ? "provisional, " : "")}pool {why.Pool}")
                    + Text($" in {why.Allotment.Pool} {why.Allotment.Number} {why.Allotment.CpuShare:0.###}")
                    + string.Concat(
                        why.Allotment.Masks.Select(mask => Text($" {mask.Domain}:{mask.Before:x}>{mask.After:x}"))
                    )
                    + string.Concat(why.Allotment.SharesClassWith.Select(name => " with " + name))
                    + string.Concat(why.Allotment.CacheNotes.Select(note => "; " + note))
                    + string.Concat(
                        why.UnknownSignals.Select(signal => $", {signal.Name}{(signal.IsPending ? " pending" : "")}")
                    )
                    + (why.CoRun is { } verdict ? $", admitted {verdict.IsAdmitted}: {verdict.Reason}" : ""),
                .. why.Tried.SelectMany(tried =>
                    tried
                        .Atoms.Select(atom =>
                            $"        {atom.Text}: {atom.ValueText} {atom.Result}{(atom.Decides ? " decides" : "")}"
                        )
                        .Prepend(Text($"      {tried.Class} {tried.Line} {tried.Result}"))
                ),
            ];

    /// <summary>Who should run beside whom.</summary>
    public static IEnumerable<string> CoRun(CoRunAdvice? advice) =>
        advice is null
            ? []
            : advice
                .Admissions.Select(item => $"    admit {item.Query.Id}: {item.Reason}")
                .Concat(advice.Held.Select(item => $"    hold {item.Query.Id}: {item.Reason}"))
                .Concat(
                    advice.Gates.Select(gate =>
                        Text($"    gate {gate.Kind} {gate.Name}: {gate.Open} {gate.Running} {gate.Waiting}")
                    )
                );

    private static string Seconds(DateTimeOffset? at) =>
        at is { } time ? (time - Scene.Start).TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture) : "-";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
