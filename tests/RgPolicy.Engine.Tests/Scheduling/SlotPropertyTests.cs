using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Scheduling;

/// <summary>
/// What slots promise, whatever runs. A step of a run is a number: what happens to which process, and how much time
/// goes by.
/// </summary>
public sealed class SlotPropertyTests
{
    private const int Processes = 9;
    private const int Wait = 5_000;

    private static readonly Gen<int[]> Runs = Gen.Choose(0, 899).ArrayOf();

    [Fact]
    public void Decide_AnyRun_HoldsThoseThatThePlainReadingHolds() =>
        Prop.ForAll(
                Arb.From(
                    from run in Runs
                    from kind in Gen.Elements("postgresql", "mariadb", "mysql")
                    select (run, kind)
                ),
                drawn =>
                {
                    var (server, plain) = (new SlotRun("", drawn.kind), new PlainSlots());
                    foreach (var step in drawn.run)
                    {
                        server.Step(step);
                        var expected = plain.Held(server.Running, server.Now);

                        Assert.Equal(expected, server.Held);
                        Assert.All(server.Held, each => Assert.Equal(server.Lowest, server.PoolOf(each)));
                        Assert.All(
                            server.Running.Where(each => !expected.Contains(each.ProcessId)),
                            each => Assert.NotEqual(server.Lowest, server.PoolOf(each.ProcessId))
                        );
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(400));

    [Theory]
    [InlineData("schedule mix")]
    [InlineData("schedule alike")]
    public void Decide_AnyRunUnderASchedule_KeepsCountAndWait(string schedule) =>
        Prop.ForAll(
                Arb.From(Runs),
                run =>
                {
                    var server = new SlotRun(schedule, "postgresql");
                    var since = new Dictionary<(int, DateTimeOffset), int>();
                    foreach (var step in run)
                    {
                        server.Step(step);
                        foreach (var query in server.Running.Where(each => !each.HasWritten))
                            since.TryAdd((query.ProcessId, query.Started), server.Now);

                        bool HasWaited(ObservedQuery query) =>
                            server.Now - since.GetValueOrDefault((query.ProcessId, query.Started), server.Now) >= Wait;
                        Assert.DoesNotContain(
                            server.Running,
                            each => (each.HasWritten || HasWaited(each)) && server.Held.Contains(each.ProcessId)
                        );
                        foreach (var pool in PlainSlots.Counts)
                        {
                            var free = server.Running.Count(each =>
                                PlainSlots.IsOf(each, pool.Key)
                                && !each.HasWritten
                                && !HasWaited(each)
                                && !server.Held.Contains(each.ProcessId)
                            );
                            Assert.InRange(free, 0, pool.Value);
                        }
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(200));

    [Fact]
    public void Decide_AnyRunOnAHostWithRoom_NoQueryLosesASlotOrHasFewer() =>
        Prop.ForAll(
                Arb.From(Runs),
                run =>
                {
                    var server = new SlotRun("", "postgresql") { HasHost = true };
                    var plain = new PlainSlots();
                    var having = new HashSet<(int, DateTimeOffset)>();
                    foreach (var step in run)
                    {
                        server.Step(step);
                        var held = server.Held.ToHashSet();

                        // Room on the host gives more, and never less.
                        Assert.Subset(plain.Held(server.Running, server.Now).ToHashSet(), held);
                        foreach (var query in server.Running.Where(each => !each.HasWritten))
                        {
                            var key = (query.ProcessId, query.Started);
                            Assert.False(having.Contains(key) && held.Contains(query.ProcessId));
                            if (!held.Contains(query.ProcessId))
                                having.Add(key);
                        }
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    /// <summary>The rule as a person would carry it out.</summary>
    private sealed class PlainSlots
    {
        public static readonly IReadOnlyDictionary<bool, int> Counts = new Dictionary<bool, int>
        {
            [true] = 2,
            [false] = 1,
        };

        private readonly Dictionary<(int, DateTimeOffset), (int Since, bool Has)> _claims = [];

        public static bool IsOf(ObservedQuery query, bool isJoin) =>
            query.Plan.Profile?.Shape == (isJoin ? PlanShape.Join : PlanShape.Scan);

        public IEnumerable<int> Held(IReadOnlyList<ObservedQuery> running, int now)
        {
            var claims = new List<(ObservedQuery Query, int Since, bool Has)>();
            foreach (var query in running)
            {
                if (_claims.TryGetValue((query.ProcessId, query.Started), out var claim))
                    claims.Add((query, claim.Since, claim.Has || now - claim.Since >= Wait));
                else if (!query.HasWritten)
                    claims.Add((query, now, false));
            }

            _claims.Clear();
            var held = new List<int>();
            foreach (var (isJoin, slots) in Counts)
            {
                var own = claims
                    .Where(each => IsOf(each.Query, isJoin))
                    .OrderBy(each => each.Since)
                    .ThenBy(each => each.Query.Started)
                    .ThenBy(each => each.Query.ProcessId)
                    .ToList();
                var left = slots - own.Count(each => each.Has);
                foreach (var each in own)
                {
                    var has = each.Has || left-- > 0;
                    _claims[(each.Query.ProcessId, each.Query.Started)] = (each.Since, has);
                    if (!has && !each.Query.HasWritten)
                        held.Add(each.Query.ProcessId);
                }
            }

            return held.Order();
        }
    }

    /// <summary>A server on which queries come, go, write and run in parallel.</summary>
    private sealed class SlotRun(string schedule, string kind)
    {
        private readonly Scene _scene = Of(schedule, TargetProfile.Generic with { DbmsKind = kind });
        private readonly SortedDictionary<int, ObservedQuery> _running = [];
        private int _queries;

        /// <summary>How its processors are used is known, and some are often idle.</summary>
        public bool HasHost { get; init; }

        /// <summary>In milliseconds.</summary>
        public int Now { get; private set; } = 100_000;

        public IReadOnlyList<ObservedQuery> Running => [.. _running.Values];

        public IEnumerable<int> Held =>
            _scene.Governor.Queries.Where(each => each.SlotWait is not null).Select(each => each.Query.ProcessId);

        public int Lowest => _scene.Program.Lowest!.Number;

        public int PoolOf(int processId) => _scene.Governor.Find(processId)!.PoolNumber;

        public void Step(int number)
        {
            var (processId, kindOfStep, size) = (10 + (number % Processes), number / Processes % 5, number / 45);
            Now += 100 + (size % 7 * 250);
            if (kindOfStep == 0)
                _running.Remove(processId);
            else if (kindOfStep == 4 && _running.TryGetValue(processId, out var query))
                _running[processId] = query with { HasWritten = !query.HasWritten };
            else if (kindOfStep > 1 || !_running.ContainsKey(processId))
                _running[processId] = New(processId, size);

            var seen = Scene.See(Now / 1000.0, [.. _running.Values]) with
            {
                Pressure = HasHost
                    ? new HostPressure(null, null, null) { Processors = new HostProcessors(8, number % 13, 0) }
                    : null,
            };
            foreach (var move in _scene.Governor.Decide(seen).Moves)
                _scene.Governor.Report(move, done: true, vanished: false, "");
        }

        private ObservedQuery New(int processId, int size) =>
            Query(
                processId,
                PlanFacts.Known(
                    new PlanProfile
                    {
                        Shape = size % 2 == 0 ? PlanShape.Join : PlanShape.Scan,
                        Locality = (PlanLocality)(size % 3),
                        WorkingSetBytes = new Figure(size << 20, Provenance.Estimate),
                    },
                    "test"
                ),
                (Now - 50) / 1000.0 - (size % 4) + (_queries++ / 1e6),
                [.. Enumerable.Range(processId * 10, size % 3)]
            );

        private static Scene Of(string schedule, TargetProfile target) =>
            new(
                PolicyText
                    .Compile(
                        $$"""
                        language 1
                        pool joins { cpu weight 400  slots 2, wait {{Wait}} ms }
                        pool scans { cpu weight 1000  slots 1, wait {{Wait}} ms }
                        class joins -> joins when plan.shape = join
                        default -> scans
                        {{schedule}}
                        """,
                        target
                    )
                    .Policy,
                target
            );
    }
}
