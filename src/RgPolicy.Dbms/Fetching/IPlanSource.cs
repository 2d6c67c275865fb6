namespace RgPolicy.Dbms.Fetching;

/// <summary>Where plans come from. Called by one task at a time.</summary>
internal interface IPlanSource<in TRequest>
{
    /// <summary>Fetches one; a failure is an answer too.</summary>
    Task<PlanAnswer> FetchAsync(TRequest request, CancellationToken cancellationToken);

    /// <summary>Nothing was asked for a while: connections are given back.</summary>
    Task RestAsync();
}
