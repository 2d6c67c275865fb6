using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Serving;

/// <summary>Answers requests and knows who has the lease.</summary>
internal sealed class RequestHandler(Enforcer governor, Limits limits, int guard, string stateDirectory, SidecarLog log)
{
    /// <summary>Tries what moves need, and says what is in the way.</summary>
    internal void Begin() => governor.Begin();

    /// <summary>The client that has the lease, or null.</summary>
    internal ClientConnection? Holder { get; private set; }

    /// <summary>Readable when workers may have started; null where the kernel does not tell.</summary>
    internal int? WorkersStarted => Holder is null ? null : governor.WorkersStarted;

    /// <summary>How long <see cref="FollowLeaders"/> may wait when nothing is readable; null for as
    /// long as one likes.</summary>
    internal TimeSpan? LongestWait => Holder is null ? null : governor.LongestWait;

    /// <summary>Puts new parallel workers where their leaders are.</summary>
    internal void FollowLeaders() => governor.FollowLeaders();

    /// <summary>Answers one message.</summary>
    /// <param name="client">Who sent it.</param>
    /// <param name="message">The bytes.</param>
    /// <param name="understood">False when it was no request of this protocol: the client is then dropped.</param>
    internal WireAnswer Answer(ClientConnection client, ReadOnlySpan<byte> message, out bool understood)
    {
        var request = WireCodec.DecodeRequest(message, out var problem);
        understood = request is not null;
        return request is null ? Refuse(client, problem) : Answer(client, request);
    }

    /// <summary>Gives everything back; the lease is free afterwards.</summary>
    internal void ReleaseAll()
    {
        Holder = null;
        if (!governor.ReleaseAll())
            log.Line("not everything could be restored; it is tried again at the next release or start");
    }

    private WireAnswer Answer(ClientConnection client, WireRequest request) =>
        request switch
        {
            { Verb: WireVerb.State } => new WireAnswer { State = governor.ReadState(guard, stateDirectory) },
            { Verb: WireVerb.Configure, Pools: { } pools } => Configure(client, pools),
            { Verb: WireVerb.Release } when Holder is null => new WireAnswer(),
            _ when Holder != client => Refuse(client, "this client does not have the lease: configure first"),
            { Verb: WireVerb.Move, Moves: { } moves } => Move(client, moves),
            { Verb: WireVerb.Sample, Sample: { } sample } when RequestCheck.RefuseSample(sample) is { } refusal =>
                Refuse(client, refusal),
            { Verb: WireVerb.Sample } => new WireAnswer { Samples = governor.Sample(request.Sample) },
            { Verb: WireVerb.Heartbeat } => Beat(request.Relaxed ?? false),
            { Verb: WireVerb.Release } => Release(),
            _ => Refuse(client, "the request is incomplete"),
        };

    private WireAnswer Configure(ClientConnection client, IReadOnlyList<PoolSpec> pools)
    {
        if (Holder is { } other && other != client)
            return Refuse(client, $"process {other.ProcessId} has the lease; one client at a time");

        if (RequestCheck.RefusePools(pools, limits) is { } refusal)
            return Refuse(client, refusal);

        if (Holder is null)
        {
            log.LineOfClient(
                $"process {client.ProcessId} of user {client.UserId} takes the lease with {pools.Count} pools"
            );
        }

        Holder = client;
        return new WireAnswer { Pools = governor.Configure(pools) };
    }

    private WireAnswer Move(ClientConnection client, IReadOnlyList<MoveRequest> moves)
    {
        if (RequestCheck.RefuseMoves(moves) is { } refusal)
            return Refuse(client, refusal);

        var outcomes = governor.Move(moves);
        foreach (var outcome in outcomes.Where(o => o.Status is MoveStatus.Refused or MoveStatus.Failed))
            log.LineOfClient($"process {outcome.ProcessId} to pool {outcome.Pool}: {outcome.Status}: {outcome.Detail}");

        return new WireAnswer { Moves = outcomes };
    }

    private WireAnswer Beat(bool relaxed)
    {
        governor.ForgetEnded();
        governor.LookForDrift();
        governor.Relax(relaxed);
        return new WireAnswer();
    }

    private WireAnswer Release()
    {
        ReleaseAll();
        return new WireAnswer();
    }

    private WireAnswer Refuse(ClientConnection client, string reason)
    {
        log.LineOfClient($"refused process {client.ProcessId} of user {client.UserId}: {reason}");
        return new WireAnswer { Error = reason };
    }
}
