using System.Diagnostics;
using RgPolicy.Testing.Stack;

namespace RgPolicy.Chaos;

/// <summary>Kills somebody while backends are governed and watches, in /proc, what becomes of every one
/// of them.</summary>
internal sealed class ChaosRound(GovernedServer governed, int postmaster)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan WaitForGoverned = TimeSpan.FromSeconds(60);

    public async Task<RoundOutcome> RunAsync(
        int number,
        Victims victims,
        TimeSpan moment,
        CancellationToken cancellationToken
    )
    {
        List<string> violations = [];
        if (!await WaitForGovernedAsync(cancellationToken))
            violations.Add("nothing was governed before");
        await Task.Delay(moment, cancellationToken);
        var before = Governance.Governed(postmaster);
        var groups = governed.Groups();
        var clock = Stopwatch.StartNew();
        Kill(victims);
        var slowest = await WatchAsync(before, clock, violations, cancellationToken);
        if (victims.HasFlag(Victims.Service))
            CheckNothingIsLeft(groups, violations);
        else
            CheckOneSidecar(violations);
        return new RoundOutcome(number, victims, before.Count, slowest, violations);
    }

    private async Task<bool> WaitForGovernedAsync(CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        while (Governance.Governed(postmaster).Count == 0)
        {
            if (clock.Elapsed > WaitForGoverned)
                return false;
            await Task.Delay(20, cancellationToken);
        }

        return true;
    }

    private void Kill(Victims victims)
    {
        int?[] processes =
        [
            victims.HasFlag(Victims.Guard) ? governed.Guard : null,
            victims.HasFlag(Victims.Mover) ? governed.Mover : null,
            victims.HasFlag(Victims.Service) ? governed.Service.ProcessId : null,
        ];
        foreach (var process in processes.OfType<int>())
            ProcessControl.Signal(process, ProcessControl.KillNow);
    }

    // Each is back when it was once seen as the server's main process is, or has ended; a new sidecar
    // may then govern it anew.
    private async Task<double> WatchAsync(
        IReadOnlyList<int> before,
        Stopwatch clock,
        List<string> violations,
        CancellationToken cancellationToken
    )
    {
        var origin = Governance.Of(postmaster);
        var waiting = before.ToHashSet();
        var slowest = 0.0;
        while (clock.Elapsed < Limit)
        {
            if (waiting.RemoveWhere(p => !ProcessFacts.IsOf(p, postmaster) || Governance.Of(p) == origin) > 0)
                slowest = clock.Elapsed.TotalSeconds;
            await Task.Delay(2, cancellationToken);
        }

        foreach (var process in waiting)
            violations.Add(
                string.Create(CultureInfo.InvariantCulture, $"{process} still governed: {Governance.Of(process)}")
            );
        return waiting.Count > 0 ? double.PositiveInfinity : slowest;
    }

    // Without a service nobody holds the lease: no process may be governed and no group may be left.
    private void CheckNothingIsLeft(IReadOnlyList<string> groups, List<string> violations)
    {
        violations.AddRange(
            Governance
                .Governed(postmaster)
                .Select(p =>
                    string.Create(CultureInfo.InvariantCulture, $"{p} governed without a service: {Governance.Of(p)}")
                )
        );
        violations.AddRange(groups.Where(Directory.Exists).Select(g => "group left: " + g));
    }

    // A short-lived `reset` of the service may be there too: it does nothing while a half is alive.
    private void CheckOneSidecar(List<string> violations)
    {
        foreach (var verb in new[] { "guard", "mover" })
        {
            var count = governed.SidecarProcesses.Count(p => ProcessFacts.CommandLine(p).ElementAtOrDefault(1) == verb);
            if (count > 1)
                violations.Add(string.Create(CultureInfo.InvariantCulture, $"{count} processes are {verb}"));
        }
    }
}
