using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>Another manager on the same host: between our operations he makes, changes and removes
/// groups of his own.</summary>
internal sealed class ForeignWriter
{
    private const string Task = "105\n";
    private static readonly string[] Names = ["foreign", "other_1", "other_2", "rgp_x"];
    private readonly ChangeHost _host;
    private readonly Random _random;
    private string _left;

    internal ForeignWriter(ChangeHost host, Random random)
    {
        _host = host;
        _random = random;
        _left = Snapshot(host);
    }

    /// <summary>Lets him act before some of the next operations.</summary>
    internal void Follow(int times)
    {
        for (var i = 0; i < times; i++)
            _host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0, _random.Next(2) == 0 ? null : Act));
    }

    /// <summary>Whether all that is his is as he left it.</summary>
    internal bool IsUntouched() => Snapshot(_host) == _left;

    private void Act()
    {
        var name = Names[_random.Next(Names.Length)];
        var directory = $"{Resctrl}/{name}";
        var tree = _host.Double;
        _ = _random.Next(4) switch
        {
            0 => tree.MakeDirectory(directory),
            1 => tree.RemoveDirectory(directory),
            2 => tree.Write(
                directory + "/schemata",
                string.Create(CultureInfo.InvariantCulture, $"L3:0={(1 << _random.Next(1, 8)) - 1:x}\n")
            ),
            _ => tree.Write(directory + "/tasks", Task),
        };
        _left = Snapshot(_host);
    }

    private static string Snapshot(ChangeHost host) =>
        string.Join(
            '\n',
            Names.Select(n =>
                $"{n}: {host.Double.Root.ReadText($"{Resctrl}/{n}/schemata")} {host.Double.Root.ReadText($"{Resctrl}/{n}/tasks")}"
            )
        );
}
