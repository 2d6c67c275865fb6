namespace RgPolicy.Service.Suggesting;

/// <summary>A class that a policy lacks.</summary>
/// <param name="Class">The class, with what was seen of it that the policy puts elsewhere.</param>
/// <param name="Name">The name that it gets, which no other class has.</param>
/// <param name="Pool">The policy's pool that it goes to.</param>
/// <param name="Before">The class that takes these queries today, before which it is inserted.</param>
/// <param name="Line">The line of the policy that it is inserted before, counted from 1.</param>
/// <param name="Reason">Why.</param>
public sealed record ProposedEdit(
    SuggestedClass Class,
    string Name,
    string Pool,
    string Before,
    int Line,
    string Reason
);
