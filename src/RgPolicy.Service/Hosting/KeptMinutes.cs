using Microsoft.Extensions.Hosting;
using RgPolicy.Service.Minutes;

namespace RgPolicy.Service.Hosting;

/// <summary>Keeps what happens at each target minute by minute, while the service runs.</summary>
internal sealed class KeptMinutes : IHostedService
{
    private readonly Dictionary<string, MinuteFollower> _followers;

    /// <summary>Begins to follow.</summary>
    public KeptMinutes(IReadOnlyList<TargetPost> posts, ServicePlaces places, TimeProvider time)
    {
        _followers = posts.ToDictionary(
            post => post.Settings.Name,
            post => new MinuteFollower(
                post.Broker,
                post.Settings.Minutes ?? places.MinutesOf(post.Settings.Name),
                time,
                post.Logger
            ),
            StringComparer.Ordinal
        );
        Stores = _followers.ToDictionary(each => each.Key, each => each.Value.Store, StringComparer.Ordinal);
    }

    /// <summary>What is kept, by target.</summary>
    public IReadOnlyDictionary<string, MinuteStore> Stores { get; }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        foreach (var follower in _followers.Values)
        {
            await follower.DisposeAsync();
        }
    }
}
