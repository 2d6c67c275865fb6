using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;

namespace RgPolicy.Engine.Configure;

/// <summary>Answers a question about all sessions of a role in a database: true or false for each of them, or unknown.</summary>
internal static class LoginTruth
{
    public static Truth Of(LoginTest test, RoleInDatabase place) => test switch
    {
        LoginTest.Always always => always.Value ? Truth.True : Truth.False,
        LoginTest.AllOf all => Join(all.Tests.Select(each => Of(each, place)), Truth.False, Truth.True),
        LoginTest.AnyOf any => Join(any.Tests.Select(each => Of(each, place)), Truth.True, Truth.False),
        LoginTest.Compare { Input: LoginInput.Login } compare => Of(compare, place.Role),
        LoginTest.Compare { Input: LoginInput.Database } compare => Of(compare, place.Database),
        _ => Truth.Unknown,
    };

    private static Truth Of(LoginTest.Compare compare, string text)
    {
        var isSame = compare.IsPattern
            ? new LikePattern(compare.Literal, compare.Exactly).Matches(text)
            : string.Equals(text, compare.Literal, compare.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase);
        return isSame != compare.Negated ? Truth.True : Truth.False;
    }

    private static Truth Join(IEnumerable<Truth> parts, Truth decisive, Truth otherwise)
    {
        var result = otherwise;
        foreach (var part in parts)
        {
            if (part == decisive)
            {
                return decisive;
            }

            result = part == Truth.Unknown ? Truth.Unknown : result;
        }

        return result;
    }
}
