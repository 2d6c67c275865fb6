using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Serving;

/// <summary>The half that talks to clients and writes to the kernel: one thread, one loop over poll(2).</summary>
internal sealed class Mover
{
    private const int MostClients = 8;
    private const int FixedEntries = 3;
    private readonly RequestHandler _handler;
    private readonly MoverListener _listener;
    private readonly Channel _guard;
    private readonly StopSignal _stop;
    private readonly TimeSpan _ownLease;
    private readonly LeasePatience _patience;
    private readonly SidecarLog _log;
    private readonly List<ClientConnection> _clients = [];
    private readonly HeapBound _heap = new();
    private readonly byte[] _buffer = new byte[WireCodec.MaxMessageBytes + 1];
    private long _renewed;

    internal Mover(
        RequestHandler handler,
        MoverListener listener,
        Channel guard,
        StopSignal stop,
        TimeSpan lease,
        SidecarLog log
    )
    {
        _handler = handler;
        _listener = listener;
        _guard = guard;
        _stop = stop;
        _log = log;
        // The lease's clock is the guard's; this one only helps when guard and client stand still together.
        _ownLease = (LeasePatience.MostLeases + 1) * lease;
        _patience = new LeasePatience(
            lease,
            TimeProvider.System,
            process => RunDelay.Of(FileRoot.Machine, process),
            Environment.ProcessId
        );
    }

    /// <summary>Runs until told to end, or until the guard is dead; everything is restored then.</summary>
    internal MoverEnd Run()
    {
        _guard.Send(ChannelByte.Listening);
        while (true)
        {
            var entries = Wait();
            if (CheckGuard(entries) is { } end || CheckStop(entries[1], out end))
            {
                LetGo();
                return end;
            }

            ServeClients(entries);
            _handler.FollowLeaders();
            CheckOwnLease();
            _heap.Keep();
            if (entries[2].Happened != 0)
                Accept();
        }
    }

    private PollEntry[] Wait()
    {
        var workers = _handler.WorkersStarted;
        var entries = new PollEntry[FixedEntries + _clients.Count + (workers is null ? 0 : 1)];
        (entries[0], entries[1], entries[2]) = (
            new PollEntry(_guard.Descriptor),
            new PollEntry(_stop.Descriptor),
            new PollEntry(_listener.Descriptor)
        );
        for (var i = 0; i < _clients.Count; i++)
            entries[FixedEntries + i] = new PollEntry(_clients[i].Descriptor);

        if (workers is { } descriptor)
            entries[^1] = new PollEntry(descriptor);

        _ = Libc.Poll(entries, (nuint)entries.Length, LongestWait());
        return entries;
    }

    private int LongestWait()
    {
        var wait = _handler.LongestWait is { } workers && workers < _ownLease / 2 ? workers : _ownLease / 2;
        return _handler.Holder is null ? -1 : (int)Math.Ceiling(wait.TotalMilliseconds);
    }

    private MoverEnd? CheckGuard(PollEntry[] entries)
    {
        if (entries[0].Happened == 0)
            return null;

        if (_guard.Receive() is not { } messages)
            return MoverEnd.GuardDied;

        if (messages.Contains(ChannelByte.Quit))
            return MoverEnd.Told;

        if (messages.Contains(ChannelByte.Expired))
            Expire(entries);

        return null;
    }

    // What the client has sent meanwhile counts: this process may be the one that is late.
    private void Expire(PollEntry[] entries)
    {
        var before = _renewed;
        ServeClients(entries);
        if (_renewed != before && _handler.Holder is not null)
            return;

        if (_handler.Holder is not null && _patience.MayWait())
        {
            _log.Line("no heartbeat within the lease, but the host's processors are overcommitted: the lease goes on");
            _guard.Send(ChannelByte.Renewed);
            return;
        }

        DropHolder();
    }

    private static bool CheckStop(PollEntry entry, out MoverEnd end)
    {
        end = MoverEnd.Told;
        return entry.Happened != 0;
    }

    private void ServeClients(PollEntry[] entries)
    {
        for (var i = FixedEntries; i < entries.Length; i++)
        {
            var client = _clients.Find(c => c.Descriptor == entries[i].Descriptor);
            if (entries[i].Happened != 0 && client is not null && !Serve(client))
                Drop(client);
        }
    }

    private bool Serve(ClientConnection client)
    {
        if (client.Receive(_buffer) is not { } message)
            return false;

        if (message.Length == 0)
            return true;

        var held = _handler.Holder == client;
        var answer = _handler.Answer(client, message, out var understood);
        TellGuard(client, held, answer);
        return client.Send(answer) && understood;
    }

    // A refused request is not a sign of a completed turn.
    private void TellGuard(ClientConnection client, bool held, WireAnswer answer)
    {
        var holds = _handler.Holder == client;
        if (held && !holds)
        {
            _guard.Send(ChannelByte.Released);
        }
        else if (holds && answer is { Error: null, State: null })
        {
            _renewed = Stopwatch.GetTimestamp();
            _patience.Heard(client.ProcessId);
            _guard.Send(ChannelByte.Renewed);
        }
    }

    private void Accept()
    {
        if (_listener.Accept(_log) is not { } client)
            return;

        if (_clients.Count >= MostClients)
        {
            var idle = _clients.Find(c => c != _handler.Holder);
            _log.LineOfClient("too many clients: the oldest without the lease is dropped");
            _ = idle is null ? 0 : DropAndCount(idle);
        }

        _clients.Add(client);
    }

    private void CheckOwnLease()
    {
        if (_handler.Holder is not null && Stopwatch.GetElapsedTime(_renewed) > _ownLease)
        {
            _log.Line("neither heartbeat nor guard: everything is let go");
            DropHolder();
        }
    }

    private void DropHolder()
    {
        if (_handler.Holder is { } holder)
            Drop(holder);
        else
            _guard.Send(ChannelByte.Released);
    }

    private int DropAndCount(ClientConnection client)
    {
        Drop(client);
        return _clients.Count;
    }

    private void Drop(ClientConnection client)
    {
        if (_handler.Holder == client)
        {
            _handler.ReleaseAll();
            _guard.Send(ChannelByte.Released);
            _log.LineOfClient($"process {client.ProcessId} no longer has the lease; everything is restored");
        }

        _clients.Remove(client);
        client.Dispose();
    }

    private void LetGo()
    {
        _handler.ReleaseAll();
        foreach (var client in _clients)
            client.Dispose();

        _clients.Clear();
        _listener.Dispose();
    }
}
