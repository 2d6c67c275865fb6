using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Options;

/// <summary>Reads the words after the verb.</summary>
internal static class OptionReader
{
    /// <summary>The options, or null with the problem.</summary>
    internal static GuardOptions? Read(IReadOnlyList<string> words, out string problem)
    {
        var options = new GuardOptions();
        for (var i = 0; i < words.Count; i += 2)
        {
            if (i + 1 == words.Count)
            {
                problem = $"{words[i]} needs a value, or is not known";
                return null;
            }

            if (Set(options, words[i], words[i + 1]) is not { } next)
            {
                problem = $"{words[i]} {words[i + 1]} is not understood; see rgp-sidecar --help";
                return null;
            }

            options = next;
        }

        problem = string.Empty;
        return options with { Words = [.. Public(words)] };
    }

    private static GuardOptions? Set(GuardOptions options, string name, string value)
    {
        var number = uint.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : (uint?)null;
        var small = number <= int.MaxValue ? (int?)number : null;
        return name switch
        {
            "--socket" when value.StartsWith('/') => options with { SocketPath = value },
            "--state-dir" when value.StartsWith('/') => options with { StateDirectory = value },
            "--provision-dir" when value.StartsWith('/') => options with { ProvisionDirectory = value },
            "--data-directory" when value.StartsWith('/') => options with { DataDirectory = value },
            "--pid-file" when value.StartsWith('/') => options with { PidFile = value },
            "--limits" when value.StartsWith('/') => options with { LimitsFile = value },
            "--postmaster" when small >= 1 => options with { Postmaster = small },
            "--client-uid" when number is { } user => options with { ClientUsers = options.ClientUsers.Add(user) },
            "--client-gid" when (number ?? GroupFile.Find(FileRoot.Machine, value)) is { } group => options with
            {
                ClientGroup = group,
            },
            "--lease-ms" when small is >= 200 and <= 60_000 => options with
            {
                Lease = TimeSpan.FromMilliseconds(small.Value),
            },
            "--wait-seconds" when small is >= 0 and <= 86_400 => options with
            {
                Wait = TimeSpan.FromSeconds(small.Value),
            },
            "--cores" when CpuList.Parse(value) is { IsEmpty: false } cores => options with { Cores = cores },
            "--channel" when small is { } channel => options with { Channel = channel },
            "--lock" when small is { } descriptor => options with { LockDescriptor = descriptor },
            _ => null,
        };
    }

    private static IEnumerable<string> Public(IReadOnlyList<string> words)
    {
        for (var i = 0; i < words.Count; i += 2)
        {
            if (words[i] is not ("--channel" or "--lock"))
            {
                yield return words[i];
                yield return words[i + 1];
            }
        }
    }
}

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
                return number;
        }

        return null;
    }
}
