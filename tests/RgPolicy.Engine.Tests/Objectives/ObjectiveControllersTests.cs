using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Objectives;

/// <summary>The whole governor against a simulated server whose short queries suffer from reports.</summary>
public sealed class ObjectiveControllersTests
{
    private const string Text = """
        language 1
        pool critical  { cache 100%  cpu weight 1000 }
        pool reporting { cache 60%, at least 4 ways  cpu weight 400 }
        class oltp -> critical when plan.shape = oltp
        default -> reporting
        cache strategy objective
        objective oltp p95 elapsed < 300 ms { yields reporting }
        """;

    [Fact]
    public void Decide_ReportsMakeTooManyLate_TheyGiveWayAndGetItBack()
    {
        var server = new Simulation(
            Text,
            pool =>
                pool.CpuShare switch
                {
                    > 0.3 => 0.3,
                    > 0.15 => 0.15,
                    _ => 0.01,
                }
        );

        server.Run(300);
        Assert.InRange(server.Reporting.CpuShare ?? 1, 0.05, 0.2);
        Assert.Contains(
            server.Events,
            item =>
                item.Message
                == "objective oltp: pool reporting has 20% of the protected pool's weight: too many calls are late"
        );
        Assert.Equal("weight of the pool's CPU group; it gives way to an objective", Weight(server.Reporting).Reason);
        server.LatePart = _ => 0.001;
        server.Run(1200);

        Assert.Equal(0.4, server.Reporting.CpuShare);
        Assert.Equal(12, server.Reporting.WayCount);
    }

    [Theory]
    [InlineData("io read 100 MiB/s", 1.0)]
    [InlineData("cpu weight 200", 0.5)]
    [InlineData("cpu weight 50", null)]
    [InlineData("cpu weight 800", 2.0)]
    public void Decide_StateIsEnteredAndLeft_WhatHasGivenWayAndIsMeasuredStays(string setting, double? times)
    {
        var server = new Simulation(
            $"{Text}\nstate busy when host.cpu.pressure > 60%\nin busy {{ pool reporting {{ {setting} }} }}",
            pool =>
                pool.CpuShare switch
                {
                    > 0.3 => 0.3,
                    > 0.15 => 0.15,
                    _ => 0.01,
                }
        );
        server.Run(300);
        var (share, ways) = (server.Reporting.CpuShare, server.Reporting.WayCount);
        Assert.True(share < 0.4);
        server.Events.Clear();

        server.Pressure = 70;
        server.Poll();
        Assert.Equal(["busy"], server.ActiveStates);
        Assert.Equal(times is null ? 0.05 : Math.Max(0.05, share!.Value * times.Value), server.Reporting.CpuShare);
        Assert.Equal(ways, server.Reporting.WayCount);
        server.Pressure = 10;
        server.Poll();

        Assert.Empty(server.ActiveStates);
        Assert.Equal((share, ways), (server.Reporting.CpuShare, server.Reporting.WayCount));
        Assert.DoesNotContain(server.Events, item => item.Kind == "objective");
    }

    [Fact]
    public void Decide_OneOfTwoObjectivesHasTaken_WhatItTookStaysInAnotherState()
    {
        var server = new Simulation(
            Text.Replace(
                "class oltp",
                "class bi -> critical when session.app = 'bi'\nclass oltp",
                StringComparison.Ordinal
            )
                + "\nobjective bi p95 elapsed < 1 s { yields reporting }"
                + "\nstate busy when host.cpu.pressure > 60%\nin busy { pool reporting { io read 100 MiB/s } }",
            pool => pool.CpuShare > 0.3 ? 0.3 : 0.01
        );
        server.Run(300);
        var share = server.Reporting.CpuShare;
        Assert.True(share < 0.4);

        server.Pressure = 70;
        server.Poll();

        Assert.Equal(["busy"], server.ActiveStates);
        Assert.Equal(share, server.Reporting.CpuShare);
    }

    [Fact]
    public void Replace_ObjectiveIsTheSame_WhatHasGivenWayStaysAndAnotherTargetBeginsAnew()
    {
        var server = new Simulation(
            Text,
            pool =>
                pool.CpuShare switch
                {
                    > 0.3 => 0.3,
                    > 0.15 => 0.15,
                    _ => 0.01,
                }
        );
        server.Run(300);
        var share = server.Reporting.CpuShare;
        Assert.True(share < 0.4);

        server.Replace(
            Text.Replace(
                "class oltp",
                "class other -> reporting when session.app = 'x'\nclass oltp",
                StringComparison.Ordinal
            )
        );
        server.Poll();
        Assert.Equal(share, server.Reporting.CpuShare);
        server.Replace(Text.Replace("300 ms", "301 ms", StringComparison.Ordinal));
        server.Poll();

        Assert.Equal(0.4, server.Reporting.CpuShare);
    }

    [Fact]
    public void Decide_NothingHelps_KeepsFloorsAndReverts()
    {
        var server = new Simulation(Text, _ => 0.5);
        var throttled = 0;
        for (var second = 0; second < 900; second++)
        {
            server.Run(1);
            throttled = server.Reporting is { CpuShare: 0.4, WayCount: 12 } ? 0 : throttled + 1;
            Assert.True(server.Reporting is { CpuShare: >= 0.05, WayCount: >= 4 });
            Assert.True(throttled <= 15);
        }

        Assert.Contains(
            server.Events,
            item => item.Message.EndsWith("the last change did not help", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Decide_WithoutACountOfCalls_SaysThatItIsNotJudged()
    {
        var server = new Simulation(Text, _ => 0.5) { CountsCalls = false };

        server.Run(100);

        Assert.Equal(0.4, server.Reporting.CpuShare);
        Assert.Contains(
            server.Events,
            item =>
                item is { Kind: "objective" }
                && item.Message.StartsWith("objective oltp is not judged", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Compile_YieldsThatCannotGiveWay_SaysSo()
    {
        var policy = PolicyReader.Check(Text, "p.rgp", TargetProfile.Generic).Policy!;

        Assert.Empty(PolicyProgram.Compile(policy, TargetProfile.Generic).NotEnforced);
        Assert.Equal(
            ["cache strategy objective", "objective oltp"],
            PolicyProgram
                .Compile(policy, TargetProfile.Generic with { DbmsKind = "sqlserver" })
                .NotEnforced.Select(item => item.Name)
                .ToArray()
        );
    }

    private static RgPolicy.Engine.Allot.SettingEffect Weight(PoolAllotment pool) =>
        pool.Settings.Single(item => item.Name == "cpu weight");

    /// <summary>50 calls a second, polled every 100 ms; a part of them, as the pools stand, lasts 400
    /// ms instead of 100.</summary>
    private sealed class Simulation
    {
        private readonly Governor _governor;
        private readonly List<(int Process, double From, double Until)> _running = [];
        private readonly Random _random = new(6);
        private double _now;
        private long _calls;
        private int _next = 100;

        public Simulation(string text, Func<PoolAllotment, double> latePart)
        {
            _governor = new Governor(Compile(text), new GovernorOptions());
            LatePart = latePart;
        }

        public Func<PoolAllotment, double> LatePart { get; set; }

        public bool CountsCalls { get; init; } = true;

        public double? Pressure { get; set; }

        public string[] ActiveStates => [.. _governor.ActiveStates];

        public List<GovernorEvent> Events { get; } = [];

        public PoolAllotment Reporting => _governor.Program.Pools[1];

        public void Run(int seconds)
        {
            for (var poll = 0; poll < seconds * 10; poll++)
                Poll();
        }

        public void Poll()
        {
            _now += 0.1;
            Begin();
            _calls += _running.RemoveAll(call => call.Until <= _now);
            var seen = Scene.See(_now, [.. _running.Select(Observe)]) with
            {
                Pressure = new HostPressure(Pressure, null, null),
            };
            Events.AddRange(_governor.Decide(seen).Events);
        }

        public void Replace(string text) => _governor.Replace(Compile(text));

        private static PolicyProgram Compile(string text) =>
            PolicyProgram.Compile(
                PolicyReader.Check(text, "p.rgp", TargetProfile.Generic).Policy!,
                TargetProfile.Generic
            );

        private void Begin()
        {
            for (var call = 0; call < 5; call++)
            {
                var from = _now - (_random.NextDouble() * 0.1);
                _running.Add((_next++, from, from + (_random.NextDouble() < LatePart(Reporting) ? 0.4 : 0.12)));
            }
        }

        private ObservedQuery Observe((int Process, double From, double Until) call) =>
            Scene.Query(call.Process, Scene.Plan(PlanShape.Oltp), call.From) with
            {
                History = CountsCalls ? new HistoryFacts(_calls, null, null, null, null) : null,
            };
    }
}
