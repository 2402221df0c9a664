-- A deck of pandoc's as slides: each heading of level 2 begins one; what follows a paragraph ". . ." waits for a key;
-- notes come after their slide, under its heading, and have a page of their own on paper. A picture is as wide as the
-- slide, with letters that can be read; of ![...](grid_en.svg){crop="0 0 700 180"} only that part is shown, by the
-- picture's own x, y, width and height.
local blocks, slide, place, notes, count = {}, nil, nil, {}, 1 -- the title is slide 1
local widest, highest, least = 1240, 630, 24 -- px: of a picture, and of its letters

local function finish()
    if slide then table.insert(blocks, slide) end
    for _, note in ipairs(notes) do table.insert(blocks, note) end
    slide, notes = nil, {}
end

local function begin(heading)
    finish()
    count = count + 1
    slide = pandoc.Div({ heading }, pandoc.Attr('', { 'section', 'slide' }))
    place = slide
end

local function add(block)
    if block.t == 'Header' and block.level == 2 then
        begin(block)
    elseif not place then
        error('the first slide has no heading: ' .. pandoc.utils.stringify(block))
    elseif block.t == 'Div' and block.classes:includes('notes') then
        local heading = count .. '. ' .. pandoc.utils.stringify(slide.content[1])
        block.content:insert(1, pandoc.Para({ pandoc.Strong({ pandoc.Str(heading) }) }))
        table.insert(notes, block)
    elseif block.t == 'Para' and pandoc.utils.stringify(block) == '. . .' then
        local later = pandoc.Div({}, pandoc.Attr('', { 'step' }))
        place.content:insert(later)
        place = later
    else
        place.content:insert(block)
    end
end

local function slides(doc)
    for _, block in ipairs(doc.blocks) do add(block) end
    finish()
    return pandoc.Pandoc(blocks, doc.meta)
end

local function picture(image)
    local file = io.open(image.src) or error(image.src .. ': there is no such picture')
    local text, crop = file:read('a'), image.attributes.crop
    file:close()
    if crop then
        text = text:gsub('width="[%d.]+" height="[%d.]+" viewBox="[^"]*"', 'viewBox="' .. crop .. '"', 1)
    end
    local across, down = text:match('viewBox="[%d.]+ [%d.]+ ([%d.]+) ([%d.]+)"')
    local scale = math.min(widest / across, highest / down)
    text = text:gsub('font%-size: (%d+)px', function(size)
        return ('font-size: %.1fpx%s'):format(math.max(tonumber(size), least / scale),
            size == '11' and '; letter-spacing: -0.9px' or '')
    end)
    image.src = image.src:gsub('%.svg$', '_' .. (crop or 'all'):gsub(' ', '_') .. '.svg')
    io.open(image.src, 'w'):write(text):close()
    image.attributes = { style = ('width: %.0fpx'):format(across * scale) }
    return image
end

return { { Image = picture }, { Pandoc = slides } }
