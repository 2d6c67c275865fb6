namespace RgPolicy.Cli.ServiceControl;

/// <summary>Where one loop is talked to.</summary>
/// <param name="Target">The target's name in its service; empty for <c>rgp run</c>.</param>
/// <param name="Socket">Its status socket.</param>
/// <param name="PauseFile">Its kill switch.</param>
internal sealed record ServiceAddress(string Target, string Socket, string PauseFile);
