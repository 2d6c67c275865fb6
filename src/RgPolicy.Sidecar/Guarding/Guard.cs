using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>
/// Starts the mover, waits for its end, keeps the lease's clock, restores from the journal; nothing
/// else, so that little can go wrong here.
/// </summary>
internal sealed class Guard
{
    private const int Success = 0;
    private const int CannotRun = 3;
    private static readonly TimeSpan LockPatience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AnswerPatience = TimeSpan.FromMilliseconds(200);
    private const int MostAnswerRounds = 5;
    private static readonly TimeSpan QuitPatience = TimeSpan.FromMilliseconds(1500);
    private static readonly TimeSpan DeathPatience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LongestBackOff = TimeSpan.FromSeconds(2);

    private readonly GuardOptions _options;
    private readonly FileRoot _root;
    private readonly SidecarLog _log;
    private readonly LeaseClock _lease;
    private bool _listened;

    internal Guard(GuardOptions options, FileRoot root, TimeProvider time, SidecarLog log)
    {
        _options = options;
        _root = root;
        _log = log;
        _lease = new LeaseClock(time, options.Lease);
    }

    /// <summary>Runs until it is told to stop; returns the exit code.</summary>
    internal int Run()
    {
        using var stop = StopSignal.Listen();
        if (StateDirectory.Ensure(_options.StateDirectory, _options.ClientGroup) is { } problem)
        {
            _log.Line(problem);
            return CannotRun;
        }

        var held = StateDirectory.Lock(_options.StateDirectory, LockPatience);
        if (held < 0)
        {
            _log.Line(
                $"another sidecar works in {_options.StateDirectory}; stop it, or give this one its own --state-dir"
            );
            return CannotRun;
        }

        _ = Reconciler.Run(_root, _options, _log);
        return KeepMoverRunning(stop, held);
    }

    private int KeepMoverRunning(StopSignal stop, int held)
    {
        var backOff = TimeSpan.FromMilliseconds(50);
        while (true)
        {
            var (stopped, listened) = RunMover(stop, held);
            _ = Reconciler.Run(_root, _options, _log);
            if (stopped)
            {
                RemoveSocket();
                return Success;
            }

            if (!_listened)
            {
                _log.Line("the mover could not start; the reason is in the lines above");
                return CannotRun;
            }

            backOff = listened
                ? TimeSpan.FromMilliseconds(50)
                : TimeSpan.FromTicks(Math.Min(2 * backOff.Ticks, LongestBackOff.Ticks));
            _log.Line("the mover is gone; everything is restored and another one starts");
            Pause.Milliseconds((int)backOff.TotalMilliseconds);
        }
    }

    private (bool Stopped, bool Listened) RunMover(StopSignal stop, int held)
    {
        _lease.Stop();
        using var mover = MoverProcess.Start(_options, held);
        if (mover is null)
            return (false, false);

        var before = _listened;
        _listened = false;
        var stopped = Watch(mover, stop);
        var listened = _listened;
        _listened |= before;
        if (stopped)
            mover.Channel.Send(ChannelByte.Quit);

        EndMover(mover, stopped ? QuitPatience : TimeSpan.Zero);
        return (stopped, listened);
    }

    // Returns true when told to stop, false when the mover is dead or must die.
    private bool Watch(MoverProcess mover, StopSignal stop)
    {
        Span<PollEntry> entries =
        [
            new PollEntry(mover.Channel.Descriptor),
            new PollEntry(stop.Descriptor),
            new PollEntry(mover.Descriptor),
        ];
        while (true)
        {
            _ = Libc.Poll(entries, (nuint)entries.Length, WaitMilliseconds());
            if (entries[1].Happened != 0)
                return true;

            // A mover that is dead may have said before that it listened.
            if ((entries[0].Happened != 0 && !TakeMessages(mover)) || entries[2].Happened != 0)
                return false;

            if (_lease.HasExpired && !LetGo(mover))
            {
                _log.Line("the mover does not answer; it is ended");
                return false;
            }
        }
    }

    private int WaitMilliseconds() => _lease.Remaining is { } left ? (int)Math.Ceiling(left.TotalMilliseconds) : -1;

    private bool TakeMessages(MoverProcess mover)
    {
        if (mover.Channel.Receive() is not { } messages)
            return false;

        foreach (var message in messages)
            TakeMessage(message);

        return true;
    }

    private void TakeMessage(byte message)
    {
        switch (message)
        {
            case ChannelByte.Listening:
                _listened = true;
                break;
            case ChannelByte.Renewed:
                _lease.Renew();
                break;
            case ChannelByte.Released:
                _lease.Stop();
                break;
        }
    }

    // The client is silent: the mover is to restore, at once, unless the client is late for want of a processor.
    private bool LetGo(MoverProcess mover)
    {
        mover.Channel.Send(ChannelByte.Expired);
        Span<PollEntry> entry = [new PollEntry(mover.Channel.Descriptor)];
        for (var round = 1; _lease.HasExpired; round++)
        {
            var before = RunDelay.Of(_root, mover.ProcessId);
            var answers = Libc.Poll(entry, 1, (int)AnswerPatience.TotalMilliseconds) == 1;
            if (answers ? !TakeMessages(mover) : round == MostAnswerRounds || !HasWaited(mover, before))
                return false;
        }

        if (_lease.Remaining is null)
            _log.Line("no heartbeat within the lease: everything is let go");

        return true;
    }

    // Late and not stuck: it was ready to run and had no processor.
    private bool HasWaited(MoverProcess mover, TimeSpan? before) =>
        RunDelay.Of(_root, mover.ProcessId) - before > AnswerPatience / 2;

    private static void EndMover(MoverProcess mover, TimeSpan patience)
    {
        if (!mover.WaitForEnd(patience))
        {
            mover.Kill();
            _ = mover.WaitForEnd(DeathPatience);
        }
    }

    private void RemoveSocket()
    {
        if (FileOwner.Read(_options.SocketPath) is { IsSocket: true })
            File.Delete(_options.SocketPath);
    }
}
