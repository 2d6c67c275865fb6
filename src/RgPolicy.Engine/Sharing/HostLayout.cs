using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Sharing;

/// <summary>The classes of service of all servers of a host, laid out together: no class has the ways of another
/// server's exclusive one. Each server's classes stay its own.</summary>
/// <param name="Layout">A pool of it is a class of a server.</param>
/// <param name="Names">What each of these was, to find it again.</param>
internal sealed record HostLayout(CacheLayout Layout, ImmutableArray<string> Names)
{
    public static HostLayout Empty { get; } = new(CacheLayout.Empty, []);

    /// <summary>Lays them out.</summary>
    /// <param name="hardware">The processor.</param>
    /// <param name="servers">Each server's name and what it asks for, always in the same order.</param>
    /// <param name="before">Until now: as little as possible moves.</param>
    public static HostLayout Of(
        CacheHardware hardware,
        ImmutableArray<(string Name, CacheLayout Asked)> servers,
        HostLayout before
    )
    {
        var classes = servers
            .SelectMany(server => server.Asked.Classes.Select(item => (Name: NameOf(server.Name, item), Class: item)))
            .ToImmutableArray();
        ImmutableArray<CacheRequest> requests =
        [
            .. classes.Select(
                (each, index) =>
                    new CacheRequest(
                        index,
                        each.Class.Ways,
                        each.Class.Floor,
                        each.Class.IsExclusive,
                        each.Class.Bandwidth,
                        each.Class.Domains
                    )
            ),
        ];
        ImmutableArray<string> names = [.. classes.Select(each => each.Name)];
        // How many classes each server may have was settled before: here only their ways are.
        var roomy = hardware with
        {
            Classes = requests.Length + 2,
        };
        return new HostLayout(CacheSolver.Solve(roomy, requests, before.For(names)), names);
    }

    /// <summary>What one server gets of it.</summary>
    public CacheLayout Of(string server, CacheLayout asked) =>
        new(
            [.. asked.Classes.Select(item => Place(item, Layout.ClassOf(IndexOf(server, item))))],
            [
                .. asked.Notes,
                .. from item in asked.Classes
                from text in Layout.NotesOf(IndexOf(server, item))
                from pool in item.Pools
                select new CacheNote(pool, text),
            ]
        )
        {
            IsOfHost = true,
        };

    private static ServiceClass Place(ServiceClass asked, ServiceClass? found) =>
        found is null
            ? asked
            : asked with
            {
                Ways = found.IsExclusive ? asked.Ways : Math.Min(asked.Ways, found.Ways),
                IsExclusive = found.IsExclusive,
                Masks = found.Masks,
            };

    private int IndexOf(string server, ServiceClass item) => Names.IndexOf(NameOf(server, item));

    // Pools of a server are told apart by their places, and each is in one class.
    private static string NameOf(string server, ServiceClass item) =>
        string.Create(CultureInfo.InvariantCulture, $"{item.Pools[0]} {server}");

    private CacheLayout For(ImmutableArray<string> names) =>
        new(
            [
                .. from item in Layout.Classes
                let places = item.Pools.Select(pool => names.IndexOf(Names[pool])).Where(place => place >= 0)
                where places.Any()
                select item with
                {
                    Pools = [.. places.Order()],
                },
            ],
            []
        );
}
