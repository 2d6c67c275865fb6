using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web;

/// <summary>What a loop might show: something of everything that pages and figures tell of.</summary>
internal static class WarmUpLoop
{
    private const int QueryCount = 50;

    private const string Policy = """
        language 1
        pool critical  { cpu weight 1000 }
        pool polluters { cpu weight 100 }
        class scan -> polluters when plan.shape = scan
        default -> critical
        """;

    private static readonly Lazy<PolicyProgram> Program = new(() =>
    {
        var check = PolicyReader.Check(Policy, "warm-up.rgp", TargetProfile.Generic);
        return PolicyProgram.Compile(
            check.Policy ?? throw new InvalidOperationException(check.Diagnostics[0].Message),
            TargetProfile.Generic
        );
    });

    /// <summary>A broker where it is shown, however long it takes to look at it.</summary>
    /// <param name="time">The clock; null for the system's.</param>
    public static StatusBroker Show(TimeProvider? time = null)
    {
        var broker = new StatusBroker(time);
        broker.Show(Snapshot() with { IsLasting = true });
        return broker;
    }

    private static StatusSnapshot Snapshot()
    {
        var program = Program.Value;
        (string, long)[] counts = [("scan", QueryCount), ("default", 1)];
        var times = new DurationHistogram();
        times.Add(TimeSpan.FromMilliseconds(12.5));
        var measured = DurationSummary.Of(times);
        PoolOutcome[] pools =
        [
            .. program.Pools.Select(pool => new PoolOutcome(
                pool.Number,
                0.1,
                "cgroup v2 cpu.weight=10",
                "L3:0=3;1=f",
                ["none"]
            )),
        ];
        return new StatusSnapshot
        {
            PolicyPath = "warm-up.rgp",
            Level = GovernorLevel.Enforce,
            Server = new ServerFacts("postgresql", "15.0", [15, 0], "postgres://localhost/", null, true),
            Policy = new PolicyState(program, "rejected", [], default, counts, [counts, counts]),
            Decided = Decide(program),
            Poll = new PollState(
                TimeSpan.FromMilliseconds(100),
                1,
                true,
                "lost",
                measured,
                1,
                TimeSpan.FromHours(1),
                ["a note"]
            ),
            Reactions = new ReactionSummary(measured, measured, measured, 1),
            Enforcement = new EnforcementState(false, "lost", 1, pools, 1, 1),
            Sidecar = new SidecarState(
                "1",
                2,
                3,
                4,
                [new LeverReport("cpu_cgroup", "used", "works", null)],
                pools,
                [],
                1,
                0,
                1
            ),
            Audit = new AuditState("audit.jsonl", 1, 1),
            Changes =
            [
                .. Enumerable.Repeat(
                    (
                        DateTimeOffset.UnixEpoch,
                        new AuditEntry(AuditEvent.Move, "the loop", program.Revision) { Reason = "its class" }
                    ),
                    20
                ),
            ],
            Elapsed = TimeSpan.FromHours(1),
        };
    }

    private static DecidedQueries Decide(PolicyProgram program)
    {
        var queries = Queries();
        var seen = new Observation(DateTimeOffset.UnixEpoch, [.. queries.Select(each => each.Query)])
        {
            Pressure = new HostPressure(1, 1, 1),
            Figures = [.. queries.Select(_ => new RequestFigures(TimeSpan.FromSeconds(1), 1, 1, 1, 0))],
        };
        return new DecidedQueries(program, seen, queries, null);
    }

    private static ImmutableArray<GovernedQuery> Queries() =>
        [
            .. Enumerable
                .Range(1, QueryCount)
                .Select(number => new GovernedQuery(
                    new ObservedQuery
                    {
                        ProcessId = number,
                        Started = DateTimeOffset.UnixEpoch,
                        Session = new SessionFacts(
                            "application <1>",
                            "login",
                            "",
                            string.Create(CultureInfo.InvariantCulture, $"database{number}"),
                            false
                        ),
                        Plan = PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan }, "warm-up"),
                    },
                    new ClassDecision(0, number % 2 == 0, 0),
                    0,
                    "superuser"
                )),
        ];
}
