namespace RgPolicy.Service.Status.Transport;

/// <summary>A place that is held; disposing gives it up.</summary>
internal interface IStatusListener : IDisposable
{
    /// <summary>The next asker.</summary>
    Task<IStatusConnection> AcceptAsync(CancellationToken cancellationToken);

    /// <summary>Takes the place anew where it was removed.</summary>
    /// <returns>Whether it was gone.</returns>
    bool ListenAgainWhereRemoved();
}
