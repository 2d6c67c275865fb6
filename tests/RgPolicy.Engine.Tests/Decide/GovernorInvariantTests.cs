using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>What must hold whatever is observed and however moves end.</summary>
public sealed class GovernorInvariantTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(30)]
    public void Decide_RandomSequences_KeepsTheGovernorsPromises(int failurePercent)
    {
        for (var seed = 0; seed < 150; seed++)
            new RandomRun(seed, failurePercent).Run(60);
    }

    private sealed class RandomRun(int seed, int failurePercent)
    {
        private readonly Random _random = new(seed);
        private readonly Scene _scene = new(seed % 2 == 0 ? Htap().Build() : WithRule().Build());
        private readonly Dictionary<int, ObservedQuery> _running = [];
        private readonly Dictionary<int, int> _pools = [];
        private double _now = 100;

        public void Run(int turns)
        {
            for (var turn = 0; turn < turns; turn++)
            {
                Live();
                Turn();
            }

            _running.Clear();
            for (var rest = 0; rest < 200; rest++)
                Turn();

            Assert.DoesNotContain(_pools.Values, pool => pool != 0);
            Assert.Empty(_scene.Governor.Queries);
        }

        private void Live()
        {
            _now += _random.Next(1, 5) == 1 ? 0.005 : 0.1;
            for (var processId = 10; processId < 60; processId += 10)
            {
                switch (_random.Next(6))
                {
                    case 0:
                        _running.Remove(processId);
                        break;
                    case 1 or 2 when !_running.ContainsKey(processId):
                    case 1:
                        _running[processId] = New(processId);
                        break;
                    case 3 when _running.TryGetValue(processId, out var query) && query.Plan.State == PlanState.Pending:
                        _running[processId] = query with { Plan = AnyPlan() };
                        break;
                    case 4 when _running.TryGetValue(processId, out var query):
                        _running[processId] = query with { Workers = [.. Workers(processId)] };
                        break;
                    default:
                        break;
                }
            }
        }

        private ObservedQuery New(int processId) =>
            Query(processId, AnyPlan(), _now - Math.Pow(_random.NextDouble(), 4) * 60) with
            {
                Workers = [.. Workers(processId)],
                WaitsForLock = _random.Next(5) == 0,
                Exemption = _random.Next(8) == 0 ? "own" : null,
                Session = _random.Next(8) == 0 ? Admin : User,
            };

        private PlanFacts AnyPlan() =>
            _random.Next(5) switch
            {
                0 => PlanFacts.Pending,
                1 => PlanFacts.Absent("x"),
                2 => Plan(PlanShape.Oltp),
                _ => Plan(PlanShape.Scan),
            };

        private IEnumerable<int> Workers(int processId) => Enumerable.Range(processId + 1, _random.Next(3));

        private void Turn()
        {
            _now += 0.1;
            var observation = See(_now, [.. _running.Values.OrderBy(query => query.ProcessId)]);
            if (_random.Next(10) == 0)
            {
                observation = observation with
                {
                    Blocking = new Dictionary<int, int> { [_random.Next(1, 6) * 10] = 1 },
                };
            }

            var turn = _scene.Governor.Decide(observation);
            Check(turn, observation);
            foreach (var move in turn.Moves)
                Carry(move);

            CheckPools();
        }

        private void Check(GovernorTurn turn, Observation observation)
        {
            Assert.Equal(turn.Moves.Select(move => move.ProcessId).Distinct().Count(), turn.Moves.Length);
            Assert.True(
                turn.Moves.SkipWhile(move => move.PoolNumber == 0).All(move => move.PoolNumber != 0),
                "releases come first"
            );
            foreach (var move in turn.Moves.Where(move => move.PoolNumber != 0))
            {
                var query = _running.Values.Single(item =>
                    item.ProcessId == move.ProcessId || item.Workers.Contains(move.ProcessId)
                );
                Assert.Equal(query.Id, move.QueryId);
                Assert.Null(query.Exemption);
                Assert.False(query.Session.IsSuperuser);
                Assert.True(observation.Time - query.Started >= TimeSpan.FromMilliseconds(20));
                Assert.True(query.Plan.State == PlanState.Absent || query.Plan.Profile?.Shape == PlanShape.Scan);
                Assert.False(observation.Blocking?.ContainsKey(query.ProcessId) ?? false);
            }
        }

        private void Carry(PoolMove move)
        {
            if (_random.Next(100) < failurePercent)
            {
                _scene.Governor.Report(move, done: false, vanished: false, "no");
                return;
            }

            Assert.NotEqual(move.PoolNumber, failurePercent == 0 ? _pools.GetValueOrDefault(move.ProcessId) : -1);
            _pools[move.ProcessId] = move.PoolNumber;
            _scene.Governor.Report(move, done: true, vanished: false, "");
        }

        private void CheckPools()
        {
            if (failurePercent > 0)
                return;

            foreach (var shown in _scene.Governor.Queries)
            {
                Assert.Equal(shown.PoolNumber, _pools.GetValueOrDefault(shown.Query.ProcessId));
                Assert.All(
                    shown.Query.Workers,
                    worker => Assert.Equal(shown.PoolNumber, _pools.GetValueOrDefault(worker))
                );
            }

            var known = _running.Values.SelectMany(query => query.Workers.Append(query.ProcessId)).ToHashSet();
            Assert.All(_pools.Where(pair => pair.Value != 0), pair => Assert.Contains(pair.Key, known));
        }
    }

    [Fact]
    public void Decide_RunningQueries_AreMovedOnceEachWhateverTheNumberOfTurns()
    {
        var scene = new Scene();
        var queries = Enumerable.Range(1, 50).Select(index => Scan(index * 10, 0, (index * 10) + 1)).ToArray();
        var moves = Enumerable.Range(0, 100).Sum(turn => scene.Turn(1 + (turn * 0.1), queries).Moves.Length);

        Assert.Equal(100, moves);
        Assert.Equal(50, scene.Governor.Counters.Decisions);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Decide_NothingChanged_AllocatesNothing(bool hasTimedRules)
    {
        var scene = new Scene(hasTimedRules ? WithRule().Build() : Htap().Build());
        var queries = Enumerable
            .Range(1, 100)
            .Select(index =>
                index % 3 == 0 ? Query(index * 10, PlanFacts.Pending)
                : index % 3 == 1 ? Scan(index * 10)
                : Query(index * 10, Plan(PlanShape.Oltp))
            )
            .ToArray();
        var turns = Enumerable.Range(0, 400).Select(turn => See(1 + (turn * 0.001), queries)).ToArray();
        foreach (var turn in turns.Take(200))
            scene.Governor.Decide(turn);

        var before = GC.GetAllocatedBytesForCurrentThread();
        var unchanged = true;
        for (var turn = 200; turn < 400; turn++)
            unchanged &= ReferenceEquals(GovernorTurn.Unchanged, scene.Governor.Decide(turns[turn]));

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.True(unchanged);
    }
}
