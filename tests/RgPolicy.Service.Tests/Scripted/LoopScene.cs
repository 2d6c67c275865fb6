using Microsoft.Extensions.Logging;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A loop with everything around it scripted.</summary>
internal sealed class LoopScene : ILogger, IProcessTable
{
    public const string PolicyText = """
        language 1
        pool critical  { cpu weight 1000 }
        pool polluters { cpu weight 100 }
        class oltp -> critical when plan.shape = oltp
        class scan -> polluters when plan.shape = scan
        default -> critical
        """;

    private readonly List<string> _messages = [];

    public LoopScene() => Observer = new ScriptedObserver(Time);

    public ManualTime Time { get; } = new();

    public ScriptedObserver Observer { get; }

    public ScriptedSidecar Sidecar { get; } = new();

    public HashSet<int> Vanished { get; } = [];

    public IReadOnlyList<string> Messages
    {
        get
        {
            lock (_messages)
            {
                return [.. _messages];
            }
        }
    }

    public static PolicyProgram Compile(string text, TargetProfile? target = null)
    {
        target ??= TargetProfile.Generic;
        var check = PolicyReader.Check(text, "test.rgp", target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return PolicyProgram.Compile(check.Policy!, target);
    }

    public LoopParts Parts(GovernorLevel level) =>
        new()
        {
            Observer = Observer,
            ConnectSidecar = Sidecar.ConnectAsync,
            Program = Compile(PolicyText),
            Options = new LoopOptions { Policy = "test.rgp", Level = level },
            Time = Time,
            Logger = this,
            Processes = this,
        };

    public LoopSteps Steps(GovernorLevel level) => new(Parts(level));

    /// <summary>A query that has run for this long.</summary>
    public ObservedQuery Query(int processId, double seconds, PlanShape? shape) =>
        new()
        {
            ProcessId = processId,
            Started = Time.GetUtcNow() - TimeSpan.FromSeconds(seconds),
            Session = new SessionFacts("app", "app", "", "shop", false),
            Statement = new StatementFacts(StatementKind.Select, "f", "select 1", false),
            Plan = shape is { } known ? PlanFacts.Known(new PlanProfile { Shape = known }, "test") : PlanFacts.Pending,
        };

    /// <summary>Polls, as often as told, every 100 ms.</summary>
    public async Task TurnsAsync(LoopSteps steps, int count)
    {
        for (; count > 0; count--)
        {
            await steps.PollTurnAsync(CancellationToken.None);
            Time.Advance(TimeSpan.FromMilliseconds(100));
        }
    }

    /// <summary>Polls until something has happened that goes on beside the loop.</summary>
    public async Task TurnsUntilAsync(LoopSteps steps, Func<bool> condition)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < TimeSpan.FromSeconds(60), "it did not happen");
            await TurnsAsync(steps, 1);
            await Task.Delay(1);
        }
    }

    /// <summary>Forgets what was said and called so far.</summary>
    public void Forget()
    {
        Sidecar.ForgetCalls();
        lock (_messages)
        {
            _messages.Clear();
        }
    }

    public bool Exists(int processId) => !Vanished.Contains(processId);

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        lock (_messages)
        {
            _messages.Add(formatter(state, exception));
        }
    }
}
