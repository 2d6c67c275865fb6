namespace RgPolicy.Dbms;

/// <summary>An observer that can look at a few backends again for much less than a poll costs the server.</summary>
public interface IStatementWatch
{
    /// <summary>
    /// Whether any of these backends no longer runs the statement that the last poll saw; false when
    /// that cannot be told. Nothing else is read, and what was handed out stays as it is: the next poll
    /// says what they run now.
    /// </summary>
    /// <param name="processIds">Backends of the last poll.</param>
    /// <param name="cancellationToken">Ends the question.</param>
    Task<bool> HaveMovedOnAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken);
}
