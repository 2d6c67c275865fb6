namespace RgPolicy.Dbms.Starting;

/// <summary>One step of a start.</summary>
/// <param name="Doing">What is done, as it stands after "while".</param>
/// <param name="Limit">The longest that it may take; on a host that is full each step takes many times
/// longer than alone.</param>
public sealed record StartStep(string Doing, TimeSpan Limit)
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10);

    /// <summary>Connecting and logging in.</summary>
    public static StartStep Connect { get; } = new("connecting", Usual);

    /// <summary>What the server is and what the role may.</summary>
    public static StartStep Catalog { get; } = new("reading the server's catalog", Usual);

    /// <summary>The statements of the poll.</summary>
    public static StartStep Prepare { get; } = new("preparing the poll", Usual);

    /// <summary>The first poll; a later one is tried again.</summary>
    public static StartStep FirstPoll { get; } = new("polling for the first time", TimeSpan.FromSeconds(3));

    /// <summary>A plan that is not needed, for the connection that plans come through.</summary>
    public static StartStep PlanChannel { get; } = new("opening the channel for plans", TimeSpan.FromSeconds(3));

    /// <summary>The sidecar's answer; longer than its client waits for one that is at work, so that the client tells
    /// why there is none.</summary>
    public static StartStep Sidecar { get; } = new("asking the sidecar", TimeSpan.FromSeconds(12));

    /// <summary>The policy's text, checked and compiled.</summary>
    public static StartStep Policy { get; } = new("reading the policy", Usual);
}
