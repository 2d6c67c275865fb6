using System.Collections.Concurrent;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>The poll's connection with its prepared statements; thrown away as a whole when anything goes wrong on it.</summary>
internal sealed class PollLink : IAsyncDisposable
{
    private const int CommandTimeoutSeconds = 1;

    private PollLink(PostgresSession session, ServerTraits traits, ActivityPoll activity, ActivityTexts texts, LockWaits locks)
    {
        (Session, Traits, Activity, Texts, Locks) = (session, traits, activity, texts, locks);
        Cost = new PollCost(session.ProcessId);
    }

    /// <summary>The connection.</summary>
    public PostgresSession Session { get; }

    /// <summary>What the server is.</summary>
    public ServerTraits Traits { get; }

    /// <summary>The poll.</summary>
    public ActivityPoll Activity { get; }

    /// <summary>Texts of what is new.</summary>
    public ActivityTexts Texts { get; }

    /// <summary>Who blocks whom.</summary>
    public LockWaits Locks { get; }

    /// <summary>What polls cost the server.</summary>
    public PollCost Cost { get; }

    /// <summary>Connects and prepares.</summary>
    public static async Task<PollLink> OpenAsync(
        PostgresConnectionOptions options, ConcurrentDictionary<int, byte> own, CancellationToken cancellationToken)
    {
        var session = await PostgresSession.OpenAsync(options, null, CommandTimeoutSeconds, own, cancellationToken);
        try
        {
            var traits = await ServerTraitsReader.ReadAsync(session, options.Target, cancellationToken);
            return new PollLink(
                session, traits, await ActivityPoll.PrepareAsync(session, cancellationToken),
                await ActivityTexts.PrepareAsync(session, traits.TextSize, cancellationToken),
                await LockWaits.PrepareAsync(session, cancellationToken));
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await Session.DisposeAsync();
        await Activity.DisposeAsync();
        await Texts.DisposeAsync();
        await Locks.DisposeAsync();
        Cost.Dispose();
    }
}
