using System.Collections.Frozen;
using RgPolicy.Dbms;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>What a loop shows when it has something to tell of everything, and when it has just begun.</summary>
internal static class FullSnapshot
{
    private static readonly DateTimeOffset Now = new DateTimeOffset(
        2026,
        11,
        24,
        15,
        4,
        5,
        TimeSpan.FromHours(1)
    ).AddTicks(2_500_000);

    private static readonly PolicyProgram Program = LoopScene.Compile(
        LoopScene.PolicyText.Replace("language 1", "language 1\ncache strategy locality", StringComparison.Ordinal)
    );

    /// <summary>Every member of its documents has a value.</summary>
    public static StatusSnapshot Of()
    {
        (string, long)[] counts = [("scan", 1200), ("oltp", 7), ("default", 0)];
        PoolOutcome[] pools =
        [
            .. Program.Pools.Select(pool => new PoolOutcome(
                pool.Number,
                0.1,
                "cgroup v2 cpu.weight=10",
                "L3:0=3;1=f",
                ["the <cache> of socket 2"]
            )
            {
                ReadLimit = "read_bps_device=8:0 1048576",
            }),
        ];
        return new StatusSnapshot
        {
            Options = new LoopOptions
            {
                Policy = "/etc/rgpolicy/é \"x\".rgp",
                Level = GovernorLevel.Enforce,
                MayCancel = true,
                ShowText = TextDisplay.WithoutLiterals,
            },
            Server = new ServerFacts("sqlserver", "16.0.4105", [16, 0], "sqlserver://app@db1/shop", null, true),
            Policy = new PolicyState(
                Program,
                "line 3: no pool `x`",
                ["overload", "night"],
                default(GovernorCounters) with
                {
                    TooShort = 12,
                },
                counts,
                [
                    [("scan", 3)],
                    counts,
                ]
            )
            {
                Waiting = new WaitingRevision(
                    Now,
                    Program,
                    new RevisionDifference(["pool heavy: other settings"], ["-cpu <100>", "+cpu <200>"])
                ),
                Past =
                [
                    new PastRevision(
                        Now,
                        "console at 127.0.0.1",
                        "0123456789ab",
                        new RevisionDifference(["class scan is new"], ["+class scan"])
                    ),
                ],
            },
            Decided = Decide(),
            Poll = new PollState(
                TimeSpan.FromMilliseconds(100),
                2,
                true,
                "connection refused",
                Times(2.5),
                3,
                TimeSpan.FromSeconds(-90.5),
                ["a poll costs 2.4 ms"]
            ),
            Reactions = new ReactionSummary(Times(12.5), Times(0.5), Times(1234), 4),
            Enforcement = new EnforcementState(false, "the lease ran out", 5, pools, 6, 1),
            Sidecar = new SidecarState(
                "0.1.0",
                20,
                21,
                22,
                [
                    new LeverReport("cpu_cgroup", "missing", "no cgroup v2", "mount <it>"),
                    // No setting of this policy uses it.
                    new LeverReport("cache", "missing", "no resctrl", "mount it"),
                ],
                pools,
                [new MoveRequest(10, 1)],
                6,
                1,
                1234
            ),
            Resources = Resources(),
            ServerCpu = TimeSpan.FromSeconds(2.25),
            CoreMasks = new CoreMaskState(
                "no resctrl",
                false,
                [Core(1), Core(2)],
                [new PoolOutcome(1, null, null, "L3:0=3", ["x"]) { CacheCpus = "0-1" }]
            ),
            Paused = new PauseRecord(Now, "user root\u202e"),
            Audit = new AuditState("/var/lib/rgpolicy/audit.jsonl", 8, 9),
            Changes =
            [
                (
                    Now,
                    new AuditEntry(AuditEvent.Move, "the loop", Program.Revision)
                    {
                        Query = "10-1",
                        Class = "scan",
                        ProcessId = 10,
                        Session = new SessionFacts("analyst", "a <b> \"c\"", "", "shop", IsSuperuser: false),
                        Before = "critical",
                        After = "polluters",
                        Reason = "its class",
                    }
                ),
            ],
            LogLost = 10,
            MinutesLost = 12,
            Turns = 11,
            Elapsed = TimeSpan.FromHours(1),
        };
    }

    /// <summary>Everything that can be missing is.</summary>
    public static StatusSnapshot Bare()
    {
        var none = DurationSummary.Of(new DurationHistogram());
        return new StatusSnapshot
        {
            Options = new LoopOptions { Policy = "p.rgp" },
            Server = new ServerFacts("postgresql", "16.4", [16, 4], "postgres://localhost/", null, true),
            Policy = new PolicyState(
                Program,
                null,
                [],
                default,
                [],
                [
                    [],
                ]
            ),
            Decided = new DecidedQueries(Program, new Observation(Now, []), [], null),
            Poll = new PollState(TimeSpan.FromMilliseconds(250), 0, false, null, none, 0, TimeSpan.Zero, []),
            Reactions = new ReactionSummary(none, none, none, 0),
        };
    }

    private static DecidedQueries Decide()
    {
        var queries = Queries();
        var seen = new Observation(Now, [.. queries.Select(each => each.Query)])
        {
            Pressure = new HostPressure(1.5, 2, 0.25),
            Figures =
            [
                new RequestFigures(TimeSpan.FromSeconds(1.25), 4096, null, null, 1)
                {
                    Sampled = new MeasuredSet(50 << 20, 1 << 20),
                },
                new RequestFigures(null, null, null, null, 0),
            ],
        };
        return new DecidedQueries(Program, seen, queries, CoRun());
    }

    private static GovernedQuery[] Queries() =>
        [
            Query(10, PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan }, "test"), 1),
            Query(11, PlanFacts.Absent("encrypted"), 0),
        ];

    private static GovernedQuery Query(int processId, PlanFacts plan, int pool) =>
        new(
            new ObservedQuery
            {
                ProcessId = processId,
                Started = Now - TimeSpan.FromSeconds(1.5),
                Session = new SessionFacts("analyst", "a <b> \"c\"", "", "shop", false),
                Statement =
                    processId == 10
                        ? new StatementFacts(StatementKind.Select, "f", "select <a> from t where b = 'c'", false)
                        : null,
                Plan = plan,
                Workers = [processId + 100],
                WaitsForLock = processId == 10,
                Phase = processId == 10 ? PlanShape.Sort : null,
            },
            new ClassDecision(1, pool == 0, 0),
            pool,
            pool == 0 ? "" : "blocks 2 others"
        );

    private static CoRunAdvice CoRun() =>
        new(
            [],
            [new Hold(new CoRunQuery("11-1", "scan", PlanLocality.Weak, 1e6, TimeSpan.Zero), "10-1 needs the cache")],
            [new AdmissionGate("class", "scan", 1, 1, 2)]
        );

    private static CorePool Core(int number) =>
        new(number, $"rgp_{number}", [0, 1, 2, 3])
        {
            Masks = [new DomainMask(0, 3), new DomainMask(1, 15)],
            MemoryBandwidthPercent = 50,
            Reason = "scans run in it",
        };

    private static ServerResources Resources() =>
        new(
            [
                new ResourcePoolFacts(1, "internal") { Cpu = TimeSpan.FromSeconds(3) },
                new ResourcePoolFacts(256, "rgp_scan")
                {
                    Cpu = TimeSpan.FromSeconds(12.5),
                    BusyCpus = 2.5,
                    UsedMemoryBytes = 1 << 20,
                    MaxMemoryBytes = 1 << 30,
                    GrantedBytes = 4096,
                    GrantsWaiting = 1,
                    Cpus = [0, 1, 2, 5],
                },
            ],
            [
                new WorkloadGroupFacts(257, "rgp_scan", 256)
                {
                    Active = 2,
                    Queued = 1,
                    BlockedTasks = 3,
                    Ended = 400,
                    EndedPerSecond = 1.25,
                    Cpu = TimeSpan.FromSeconds(4),
                },
            ],
            new Dictionary<int, RequestResources>
            {
                [10] = new()
                {
                    Dop = 4,
                    Schedulers = [0, 1],
                    Cpus = [0, 1],
                    Grant = new MemoryGrant(8192, 4096, 2048, 3072, 16384, TimeSpan.FromSeconds(0.5)),
                },
                [11] = new(),
            }.ToFrozenDictionary()
        )
        {
            CoreProblem = "every pool may run on every CPU",
            ReadAt = Now,
        };

    private static DurationSummary Times(double milliseconds)
    {
        var times = new DurationHistogram();
        times.Add(TimeSpan.FromMilliseconds(milliseconds));
        times.Add(TimeSpan.FromMilliseconds(2 * milliseconds));
        return DurationSummary.Of(times);
    }
}
