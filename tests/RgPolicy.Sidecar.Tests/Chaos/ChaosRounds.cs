using System.Diagnostics;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>
/// Kills client, mover, guard, any two or all three at random moments of random traffic, while another program
/// else edits groups of his own. After each death the server's processes and every group must be as before within the
/// bound, and his as he left them.
/// </summary>
internal sealed class ChaosRounds : IDisposable
{
    private readonly Random _random;
    private readonly FakeServer _server = FakeServer.Start(
        4,
        asNobody: true,
        workingDirectory: AppContext.BaseDirectory
    );
    private readonly SidecarUnderTest _sidecar;
    private readonly ForeignManager _foreign;
    private readonly string[] _before;
    private readonly Dictionary<int, int> _descriptors = [];
    private readonly int _seed;
    private readonly TimeSpan _bound;
    private bool _mayRestart;

    internal ChaosRounds(int seed, TimeSpan bound)
    {
        _seed = seed;
        _bound = bound;
        _random = new Random(seed);
        _sidecar = SidecarUnderTest.Guarding(_server, "--lease-ms", "30000");
        _before = _server.Snapshot();
        var version = CgroupHierarchy.Find(FileRoot.Machine, _server.ProcessId)!.Version;
        _foreign = new ForeignManager(Path.GetDirectoryName(_server.Group)!, version, seed);
    }

    /// <summary>The longest time from a death until everything was as before.</summary>
    internal TimeSpan Slowest { get; private set; }

    internal int ForeignEdits => _foreign.Edits;

    /// <summary>One round; throws when something is not as it must be.</summary>
    internal async Task<ChaosVictims> RunAsync(int round)
    {
        var client = await ConnectAsync();
        await CheckDescriptorsAsync(client);
        var state = await client.GetStateAsync(CancellationToken.None);
        using var over = new CancellationTokenSource();
        var traffic = ChaosTraffic.RunAsync(client, _server.Children, _seed + round, over.Token);
        await Task.Delay(_random.Next(60));
        var victims = (ChaosVictims)_random.Next(1, (int)ChaosVictims.All + 1);
        var started = Stopwatch.GetTimestamp();
        await KillAsync(victims, client, state);
        _mayRestart = victims.HasFlag(ChaosVictims.Mover) && victims.HasFlag(ChaosVictims.Guard);
        Pause.Milliseconds(_mayRestart ? 200 : 0);
        Check(started, $"seed {_seed}, round {round}, killed {victims}");
        await over.CancelAsync();
        await traffic;
        if (!victims.HasFlag(ChaosVictims.Client))
            await client.DisposeAsync();

        return victims;
    }

    public void Dispose()
    {
        _foreign.Dispose();
        _sidecar.Dispose();
        _server.Dispose();
    }

    private async Task KillAsync(ChaosVictims victims, SidecarClient client, SidecarState state)
    {
        var order = new[] { ChaosVictims.Client, ChaosVictims.Mover, ChaosVictims.Guard }
            .Where(v => victims.HasFlag(v))
            .ToArray();
        _random.Shuffle(order);
        foreach (var victim in order)
        {
            switch (victim)
            {
                case ChaosVictims.Client:
                    await client.DisposeAsync();
                    break;
                default:
                    _ = Libc.Kill(victim == ChaosVictims.Mover ? state.MoverProcessId : state.GuardProcessId, 9);
                    break;
            }
        }
    }

    // Restart=always, after 200 ms; a half that was started meanwhile by the other goes on instead.
    private void RestartWhenGone()
    {
        if (_mayRestart && _sidecar.Halves().Length == 0)
        {
            _mayRestart = false;
            _ = _sidecar.StartGuard();
        }
    }

    private bool IsAsBefore()
    {
        RestartWhenGone();
        return _server.Snapshot().SequenceEqual(_before, StringComparer.Ordinal) && Groups().Length == 0;
    }

    private void Check(long started, string what)
    {
        Eventually.True(
            IsAsBefore,
            $"{what}: {string.Join(" | ", _server.Snapshot())} {string.Join(' ', Groups())}\n{_sidecar.Said}",
            _bound
        );
        var took = Stopwatch.GetElapsedTime(started);
        Slowest = took > Slowest ? took : Slowest;
        Assert.True(_foreign.Touched() is not { } touched, $"{what}: somebody else's group was touched");
    }

    private string[] Groups() =>
        [
            .. _server.PoolGroups(),
            .. _server.ReadGroups(),
            .. FileRoot.Machine.DirectoryNames(ResctrlFacts.Directory).Where(GroupName.IsOurs),
        ];

    private async Task<SidecarClient> ConnectAsync()
    {
        for (var attempt = 0; ; attempt++)
        {
            var client = await ReachAsync();
            try
            {
                // A half that is about to end may still have accepted.
                Eventually.True(() => _sidecar.Running().Length == 2, "one guard and one mover run");
                await client.ConfigureAsync([], CancellationToken.None);
                return client;
            }
            catch (SidecarException) when (attempt < 10)
            {
                await client.DisposeAsync();
            }
        }
    }

    private async Task<SidecarClient> ReachAsync()
    {
        try
        {
            return await _sidecar.ConnectAsync();
        }
        catch (SidecarException) when (_mayRestart && _sidecar.Halves().Length == 0)
        {
            // The half that was seen after the deaths was about to end too.
            RestartWhenGone();
            return await _sidecar.ConnectAsync();
        }
        catch (SidecarException e)
        {
            throw new InvalidOperationException(
                $"seed {_seed}, {(_mayRestart ? "after both halves were killed" : "with one half left")}: no sidecar is there any more; {_sidecar.Running().Length} processes run\n{_sidecar.Said}",
                e
            );
        }
    }

    // A half that lives through several rounds may not keep more open than after its first.
    private async Task CheckDescriptorsAsync(SidecarClient client)
    {
        var state = await client.GetStateAsync(CancellationToken.None);
        foreach (var half in new[] { state.GuardProcessId, state.MoverProcessId })
        {
            var open = Directory.GetFiles(string.Create(CultureInfo.InvariantCulture, $"/proc/{half}/fd")).Length;
            Assert.True(
                open <= _descriptors.GetValueOrDefault(half, open) + 2,
                $"process {half} has {open} descriptors, {_descriptors.GetValueOrDefault(half)} at first"
            );
            _descriptors.TryAdd(half, open);
        }
    }
}
