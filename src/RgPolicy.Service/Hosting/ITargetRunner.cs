namespace RgPolicy.Service.Hosting;

/// <summary>Connects to a target and governs it.</summary>
public interface ITargetRunner
{
    /// <summary>Runs until it is cancelled, having let everything go; or says why it cannot begin.</summary>
    /// <returns>Why not, with what to do; null when it was cancelled.</returns>
    Task<string?> RunAsync(TargetPost post, CancellationToken cancellationToken);
}
