namespace RgPolicy.Dbms.Configure;

/// <summary>A server that has no place for a mark on what RgPolicy sets: what is RgPolicy's is remembered on this
/// host.</summary>
public interface IGoalKeeper
{
    /// <summary>Remembers what a plan is about to set, before its first statement.</summary>
    /// <exception cref="ConfigureException">It cannot be remembered.</exception>
    Task BeginAsync(ChangePlan plan, CancellationToken cancellationToken);

    /// <summary>Forgets what is not there any more, after the last statement.</summary>
    /// <exception cref="ConfigureException">The server cannot be read, or it cannot be written down.</exception>
    Task EndAsync(CancellationToken cancellationToken);
}
