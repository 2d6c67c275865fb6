namespace RgPolicy.Dbms.Trials;

/// <summary>A server on which statements are tried under settings, on sessions that may not write.</summary>
public interface ITrialServer : IAsyncDisposable
{
    /// <summary>What is known of it.</summary>
    TrialFacts Facts { get; }

    /// <summary>The clients' sessions, at least one; each runs one statement at a time.</summary>
    IReadOnlyList<ITrialSession> Sessions { get; }
}
