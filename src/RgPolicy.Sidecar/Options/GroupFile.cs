using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Options;

/// <summary>Groups by name, from <c>/etc/group</c> alone: no name service is asked by a privileged program.</summary>
internal static class GroupFile
{
    /// <summary>A group's number, or null when there is no such group.</summary>
    internal static uint? Find(FileRoot root, string name)
    {
        foreach (var line in root.ReadLines("/etc/group"))
        {
            var fields = line.Split(':');
            if (
                fields.Length >= 3
                && fields[0] == name
                && uint.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            )
            {
                return number;
            }
        }

        return null;
    }
}
