using System.Collections.Concurrent;
using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class GovernorServiceTests : ITargetRunner, INotifier, IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-service-").FullName;
    private readonly ManualTime _time = new();
    private readonly ConcurrentQueue<string> _notified = new();
    private readonly ConcurrentDictionary<string, int> _attempts = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, string?> _problems = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Action> _turns = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, StatusBroker> _brokers = new(StringComparer.Ordinal);
    private readonly ConcurrentBag<string> _ended = [];
    private bool _isManagerGone;

    TimeSpan? INotifier.WatchdogInterval => TimeSpan.FromSeconds(9);

    private ServicePlaces Places => new(_directory, _directory);

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    void INotifier.Notify(string lines)
    {
        if (_isManagerGone)
            throw new IOException("the manager's socket is gone");
        _notified.Enqueue(lines);
    }

    async Task<string?> ITargetRunner.RunAsync(TargetPost post, CancellationToken cancellationToken)
    {
        var name = post.Settings.Name;
        _attempts.AddOrUpdate(name, 1, (_, count) => count + 1);
        if (_problems.GetValueOrDefault(name) is { } problem)
            return problem == "throw" ? throw new InvalidOperationException("x") : problem;

        (_turns[name], _brokers[name]) = (post.TurnCompleted, post.Broker);
        post.Broker.Show(WaitingDocument.Of(name, "nothing to see"));
        post.TurnCompleted();
        try
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            _ended.Add(name);
        }

        return null;
    }

    [Fact]
    public async Task Run_AllBegin_IsReadyAndEndsTogether()
    {
        await RunAsync(
            ["a", "b"],
            async () =>
            {
                await UntilAsync(() => _notified.Any(each => each.StartsWith("READY=1", StringComparison.Ordinal)));
                Assert.Contains("STATUS=2 of 2 targets watched", _notified.Last(), StringComparison.Ordinal);
                Assert.Equal("a b", string.Join(' ', Places.Targets()));
            }
        );

        Assert.Equal("a b", string.Join(' ', _ended.Order(StringComparer.Ordinal)));
        Assert.Equal("STOPPING=1", _notified.Last());
        Assert.Empty(Places.Targets());
    }

    [Fact]
    public async Task Run_OneTargetCannotBegin_TheOtherIsGovernedAndItIsTriedAgain()
    {
        _problems["b"] = "no server at h";
        await RunAsync(
            ["a", "b"],
            async () =>
            {
                await UntilAsync(() => !_notified.IsEmpty);
                Assert.Contains(
                    "STATUS=1 of 2 targets watched; b: no server at h",
                    _notified.Last(),
                    StringComparison.Ordinal
                );
                using var answer = await AskAsync("b");
                Assert.Equal(
                    "The target b is not governed, and tried again: no server at h",
                    answer.RootElement.GetProperty("error").GetString()
                );

                _problems["b"] = null;
                await UntilAsync(() => _turns.ContainsKey("b"), moves: TimeSpan.FromSeconds(0.5));
                await UntilAsync(
                    () => _notified.Last().Contains("2 of 2", StringComparison.Ordinal),
                    moves: TimeSpan.FromSeconds(1)
                );
            }
        );

        Assert.Equal(1, _attempts["a"]);
    }

    [Fact]
    public async Task Run_TargetThatNeverBegins_IsTriedWithGrowingPauses()
    {
        _problems["a"] = "throw";
        await RunAsync(
            ["a"],
            async () =>
            {
                // 1, 2, 4, 8, 16, 30, 30 s of pauses.
                foreach (var attempts in new[] { 2, 3, 4, 5, 6, 7, 8 })
                {
                    await UntilAsync(
                        () => _attempts.GetValueOrDefault("a") >= attempts,
                        moves: TimeSpan.FromSeconds(0.5)
                    );
                }
            }
        );

        var elapsed = (_time.GetUtcNow() - ManualTime.Epoch - TimeSpan.FromHours(1)).TotalSeconds;
        Assert.InRange(elapsed, 91, 1000);
    }

    [Fact]
    public async Task Run_LoopHangs_GivesNoSignOfLife()
    {
        await RunAsync(
            ["a"],
            async () =>
            {
                await UntilAsync(
                    () => _notified.Any(each => each.Contains("WATCHDOG=1", StringComparison.Ordinal)),
                    moves: TimeSpan.FromSeconds(1),
                    _turns.Values
                );
                await UntilAsync(
                    () => _notified.Last() == "STATUS=1 of 1 targets watched",
                    moves: TimeSpan.FromSeconds(1)
                );
                _notified.Clear();
                await UntilAsync(() => _notified.Count >= 3, moves: TimeSpan.FromSeconds(1));
                Assert.All(_notified, each => Assert.Equal("STATUS=1 of 1 targets watched", each));

                _notified.Clear();
                await UntilAsync(
                    () => _notified.Any(each => each.Contains("WATCHDOG=1", StringComparison.Ordinal)),
                    moves: TimeSpan.FromSeconds(1),
                    _turns.Values
                );
            }
        );
    }

    [Fact]
    public async Task Run_SocketCannotBeMadeAtFirst_IsMadeAsSoonAsItCan()
    {
        var inTheWay = Directory.CreateDirectory(Places.SocketOf("a")).FullName;
        await RunAsync(
            ["a"],
            async () =>
            {
                await UntilAsync(() => !_notified.IsEmpty);
                Directory.Delete(inTheWay);
                await UntilAsync(() => File.Exists(Places.SocketOf("a")), moves: TimeSpan.FromSeconds(1));
            }
        );
    }

    /// <summary>Each service beside the loop, with a fault in it.</summary>
    public static TheoryData<string, string> SideFaults =>
        new()
        {
            { "console", "The console at 192.0.2.1:9187" },
            { "collector", "Sending metrics" },
            { "manager", "The sign of life" },
            { "socket", "The status socket" },
        };

    [Theory]
    [MemberData(nameof(SideFaults))]
    public async Task Run_ServiceBesideTheLoopFails_TheTargetIsGovernedAndItIsShown(string fault, string service)
    {
        _isManagerGone = fault == "manager";
        if (fault == "socket")
            Directory.CreateDirectory(Places.SocketOf("a"));
        await RunAsync(
            ["a"],
            async () =>
            {
                await UntilAsync(() => _turns.ContainsKey("a"));
                await UntilAsync(
                    () =>
                        _brokers["a"]
                            .SideProblems.Any(each => each.Service.StartsWith(service, StringComparison.Ordinal)),
                    moves: TimeSpan.FromSeconds(1)
                );
                await UntilAsync(
                    () => _time.GetUtcNow() > ManualTime.Epoch + TimeSpan.FromHours(2),
                    TimeSpan.FromMinutes(1)
                );
                Assert.Empty(_ended);
            },
            settings =>
                fault switch
                {
                    // TEST-NET-1 of RFC 5737 is on no host.
                    "console" => settings with { Listen = ListenAddress.Parse("192.0.2.1:9187") },
                    "collector" => settings with
                    {
                        Otlp = new OtlpSettings { Endpoint = new Uri("http://127.0.0.1:1/v1/metrics") },
                    },
                    _ => settings,
                }
        );

        Assert.Equal(1, _attempts["a"]);
    }

    private async Task RunAsync(
        string[] targets,
        Func<Task> test,
        Func<ServiceSettings, ServiceSettings>? change = null
    )
    {
        var settings = new ServiceSettings
        {
            Targets =
            [
                .. targets.Select(name => new TargetSettings
                {
                    Name = name,
                    Policy = "p",
                    Connect = "c",
                }),
            ],
        };
        var service = new GovernorService(
            change?.Invoke(settings) ?? settings,
            Places,
            this,
            this,
            NullLoggerFactory.Instance,
            _time
        );
        using var stop = new CancellationTokenSource();
        var running = service.RunAsync(stop.Token);
        await test();
        await stop.CancelAsync();
        await running.WaitAsync(Patience);
    }

    private async Task<JsonDocument> AskAsync(string target)
    {
        var (document, error) = await StatusClient.AskAsync(
            Places.SocketOf(target),
            new StatusQuestion(StatusQuestionKind.Status),
            Patience,
            CancellationToken.None
        );
        return document ?? throw new InvalidOperationException(error);
    }

    private async Task UntilAsync(Func<bool> condition, TimeSpan moves = default, ICollection<Action>? turns = null)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < Patience, "it did not happen");
            _time.Advance(moves);
            foreach (var turn in turns ?? [])
                turn();

            await Task.Delay(1);
        }
    }
}
