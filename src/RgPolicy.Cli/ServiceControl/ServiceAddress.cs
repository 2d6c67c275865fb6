using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Where one loop is talked to.</summary>
/// <param name="Target">The target's name in its service; empty for <c>rgp run</c>.</param>
/// <param name="Socket">Its status socket.</param>
/// <param name="PauseFile">Its kill switch.</param>
internal sealed record ServiceAddress(string Target, string Socket, string PauseFile)
{
    /// <summary>Where another user's service may be, which this user cannot see; null for nowhere.</summary>
    public ClosedDirectory? Closed { get; init; }
}
