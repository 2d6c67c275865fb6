using System.Text;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>A name in the policy language for a statement that a user called otherwise.</summary>
internal static class PolicyName
{
    private const int Longest = 40;

    /// <summary>Small letters, digits and <c>_</c>, other than all that are taken; takes it.</summary>
    public static string Of(string name, HashSet<string> taken)
    {
        var plain = new StringBuilder("q_");
        foreach (var each in name.Take(Longest))
        {
            if (char.IsAsciiLetterOrDigit(each))
                plain.Append(char.ToLowerInvariant(each));
            else if (plain[^1] != '_')
                plain.Append('_');
        }

        var wanted = plain.ToString().TrimEnd('_');
        var found = wanted;
        for (var number = 2; !taken.Add(found); number++)
            found = FormattableString.Invariant($"{wanted}_{number}");
        return found;
    }
}
