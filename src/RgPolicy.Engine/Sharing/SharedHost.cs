using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Sharing;

/// <summary>
/// One host under the loops of several servers: divides its classes of service, lays all their masks out together, and
/// holds their CPU weights against the highest of all where their processes compete on one level. Safe for several
/// threads.
/// </summary>
internal sealed class SharedHost
{
    private readonly object _gate = new();
    private HostLayout _layout = HostLayout.Empty;
    private bool _isLaidOut;

    // In the order of their names, which decides who gives way; another array for each change.
    private volatile HostTenant[] _tenants = [];
    private volatile int _terms;
    private volatile int _layouts;

    /// <summary>Counts what changes the terms of others: who is there, and what their policies wish for.</summary>
    internal int Terms => _terms;

    /// <summary>Counts what changes the masks of others.</summary>
    internal int Layouts => _layouts;

    /// <summary>Lets a server in.</summary>
    /// <param name="name">Its own; two of one name are two servers all the same.</param>
    /// <param name="cpuGroup">The cgroup of the server, in which its processes compete with those of other servers
    /// there; null where that is not known.</param>
    /// <returns>Its part; to be disposed of when its loop ends.</returns>
    public HostTenant Join(string name, string? cpuGroup)
    {
        lock (_gate)
        {
            var free = name;
            for (var again = 2; _tenants.Any(each => Is(each, free)); again++)
                free = FormattableString.Invariant($"{name} ({again})");

            var tenant = new HostTenant(this, free, cpuGroup);
            _tenants = [.. _tenants.Append(tenant).OrderBy(each => each.Name, StringComparer.Ordinal)];
            return tenant;
        }
    }

    internal void Leave(HostTenant tenant) => Change(() => _tenants = [.. _tenants.Where(each => each != tenant)]);

    /// <summary>Changes who takes part; the others follow with their next turn.</summary>
    internal void Change(Action change)
    {
        lock (_gate)
        {
            change();
            (_terms, _layouts, _isLaidOut) = (_terms + 1, _layouts + 1, false);
        }
    }

    /// <summary>The terms for one, null where it is alone; others learn of a wish that is another than
    /// before.</summary>
    internal (HostTerms? Terms, int Seen) TermsFor(HostTenant tenant, HostDemand wish)
    {
        lock (_gate)
        {
            if (tenant.Wish != wish)
                (tenant.Wish, _terms) = (wish, _terms + 1);

            return (IsAlone(tenant) ? null : TermsOf(tenant), _terms);
        }
    }

    /// <summary>The layout for one; others learn of classes that are others than before.</summary>
    internal (CacheLayout Layout, int Seen) LayoutFor(HostTenant tenant, CacheHardware hardware, CacheLayout asked)
    {
        lock (_gate)
        {
            if (!IsSame(tenant.Asked, asked))
                (_layouts, _isLaidOut) = (_layouts + 1, false);

            tenant.Asked = asked;
            if (IsAlone(tenant) || hardware.Ways == 0)
                return (asked, _layouts);

            if (!_isLaidOut)
            {
                var servers = _tenants
                    .Where(each => !each.IsAside)
                    .Select(each => (each.Name, each.Asked))
                    .ToImmutableArray();
                (_layout, _isLaidOut) = (HostLayout.Of(hardware, servers, _layout), true);
            }

            return (_layout.Of(tenant.Name, asked), _layouts);
        }
    }

    /// <summary>Whether another server that competes with this one has something that throttling protects.</summary>
    internal bool ProtectsBeside(HostTenant tenant)
    {
        foreach (var other in _tenants)
        {
            if (other != tenant && other.Protects && tenant.CompetesWith(other))
                return true;
        }

        return false;
    }

    /// <summary>How one stands; null where it is alone.</summary>
    internal HostShare? RankOf(HostTenant tenant)
    {
        lock (_gate)
        {
            if (IsAlone(tenant))
                return null;

            var terms = TermsOf(tenant);
            return new HostShare(
                [.. PartnersOf(tenant).Where(each => each != tenant).Select(each => each.Name)],
                Math.Max(0, terms.Classes - 1),
                tenant.Wish.Free,
                terms.Weight > tenant.Wish.Weight ? terms.Weight : null,
                ProtectsBeside(tenant)
            );
        }
    }

    private HostTerms TermsOf(HostTenant tenant)
    {
        var partners = PartnersOf(tenant);
        ImmutableArray<int> wanted =
        [
            .. partners.Select(each =>
                IsBesideExclusive(each, partners) ? each.Wish.BesideExclusive : each.Wish.Classes
            ),
        ];
        var parts = ClassParts.Of(tenant.Wish.Free, wanted);
        var competing = partners
            .Where(each => each == tenant || tenant.CompetesWith(each))
            .Max(each => each.Wish.Weight);
        return new HostTerms(
            tenant.Wish.Free == 0 ? 0 : parts[partners.IndexOf(tenant)] + 1,
            competing,
            IsBesideExclusive(tenant, partners)
        );
    }

    private static bool IsBesideExclusive(HostTenant tenant, ImmutableArray<HostTenant> partners) =>
        partners.Any(each => each != tenant && each.Wish.HasExclusive);

    private bool IsAlone(HostTenant tenant) =>
        _tenants.Length < 2 || !_tenants.Any(each => each != tenant && !each.IsAside);

    /// <summary>Those who take part now, and the one itself: one that stands aside is told what it will get.</summary>
    private ImmutableArray<HostTenant> PartnersOf(HostTenant tenant) =>
        [.. _tenants.Where(each => each == tenant || !each.IsAside)];

    private static bool Is(HostTenant tenant, string name) =>
        string.Equals(tenant.Name, name, StringComparison.Ordinal);

    private static bool IsSame(CacheLayout one, CacheLayout other) =>
        one.Classes.Length == other.Classes.Length
        && one.Classes.Zip(other.Classes)
            .All(pair =>
                pair.First with { Masks = pair.Second.Masks, Pools = pair.Second.Pools } == pair.Second
                && pair.First.Pools.SequenceEqual(pair.Second.Pools)
            );
}

/// <summary>Divides the host's classes of service among servers: who wants few gets all of them, and the others share
/// what is left evenly.</summary>
internal static class ClassParts
{
    /// <param name="free">Classes beside the default one.</param>
    /// <param name="wanted">What each server would use if it were alone.</param>
    /// <returns>What each gets, in the same order; never more than it wants.</returns>
    public static ImmutableArray<int> Of(int free, ImmutableArray<int> wanted)
    {
        var given = new int[wanted.Length];
        var left = Math.Max(0, free);
        for (var isShort = false; left > 0 && !isShort; )
        {
            isShort = true;
            for (var index = 0; index < given.Length && left > 0; index++)
            {
                if (given[index] < wanted[index])
                    (given[index], left, isShort) = (given[index] + 1, left - 1, false);
            }
        }

        return [.. given];
    }
}
