using System.Collections.Immutable;

namespace RgPolicy.Engine.Allot;

/// <summary>Pools that are to have one class of service, before masks are laid out.</summary>
/// <param name="Requests">At least one.</param>
/// <param name="Ways">The widest request.</param>
/// <param name="Bandwidth">The highest request, percent.</param>
/// <param name="IsExclusive">It is one exclusive pool.</param>
internal sealed record ShareGroup(ImmutableArray<CacheRequest> Requests, int Ways, int Bandwidth, bool IsExclusive)
{
    /// <summary>The widest of these requests, for all of them.</summary>
    public static ShareGroup Of(ImmutableArray<CacheRequest> requests) =>
        new(
            requests,
            requests.Max(request => request.Ways),
            requests.Max(request => request.Bandwidth),
            requests[0].IsExclusive
        );

    /// <summary>True where one of its pools runs in this domain.</summary>
    public bool IsIn(int domain)
    {
        foreach (var request in Requests)
        {
            if (request.IsIn(domain))
            {
                return true;
            }
        }

        return false;
    }
}
