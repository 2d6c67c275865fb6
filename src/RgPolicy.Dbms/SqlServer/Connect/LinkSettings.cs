namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>How a session with a server behaves.</summary>
/// <param name="Application">The name that the server shows for it.</param>
/// <param name="CommandSeconds">How long one batch may take.</param>
/// <param name="LockMilliseconds">How long a batch waits for a lock before it fails.</param>
/// <param name="StaysWithServer">A session is only made again with the server of the first one: what was begun on one
/// server is never ended on another.</param>
internal sealed record LinkSettings(
    string Application,
    int CommandSeconds,
    int LockMilliseconds,
    bool StaysWithServer = false
)
{
    public const string OwnApplications = "RgPolicy-";

    private const int LockWhileChanging = 10_000;
    private const int LockWhileObserving = 5;
    private const int LockWhileReadingOnce = 2_000;

    public static LinkSettings Configure { get; } =
        new(OwnApplications + "configure", 120, LockWhileChanging, StaysWithServer: true);

    /// <summary>For polls, which never get in the way of others. The observer itself gives a poll up much earlier; what
    /// is asked once when connecting may take longer.</summary>
    public static LinkSettings Poll { get; } = new(OwnApplications + "observer", 15, LockWhileObserving);

    public static LinkSettings Plans { get; } = new(OwnApplications + "plans", 5, LockWhileObserving);
    public static LinkSettings History { get; } = new(OwnApplications + "history", 5, LockWhileObserving);
    public static LinkSettings Statistics { get; } = new(OwnApplications + "statistics", 60, LockWhileReadingOnce);
    public static LinkSettings Resources { get; } = new(OwnApplications + "resources", 5, LockWhileObserving);
    public static LinkSettings Events { get; } = new(OwnApplications + "events", 10, LockWhileChanging);

    public static LinkSettings Hints { get; } =
        new(OwnApplications + "hints", 10, LockWhileChanging, StaysWithServer: true);

    public static LinkSettings Look { get; } = new(OwnApplications + "doctor", 5, LockWhileObserving);
}
